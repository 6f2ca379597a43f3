import { useState } from "react";
import { ScrollFrame } from "../../chart-kit/table/ScrollFrame.tsx";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./PairedTtest.module.css";
import { compare, type TestTable, type TtestDrawing } from "./transform.ts";

export function Renderer({ props, width, height }: RendererProps<TtestDrawing>) {
  return (
    <ScrollFrame>
      <div className={styles.tests} style={{ width, height }}>
        {props.tables.map((table) => (
          <MetricTable key={table.metric} table={table} drawing={props} />
        ))}
      </div>
    </ScrollFrame>
  );
}

function MetricTable({ table, drawing }: { table: TestTable; drawing: TtestDrawing }) {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, table.groups.length - 1);
  const control = table.groups[at];
  return (
    <table className={styles.table}>
      <caption>{table.metric}</caption>
      <thead>
        <tr>
          {drawing.dimensions.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">p-value</th>
          <th scope="col">{t("Lift %")}</th>
          <th scope="col">{t("Significant")}</th>
        </tr>
      </thead>
      <tbody>
        {table.groups.map((group, i) => (
          <tr key={group.names.join("\n")} className={i === at ? styles.control : undefined}>
            {group.names.map((name, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: dimensions have fixed places
              <th key={place} scope="row">
                {place === 0 ? (
                  <button
                    type="button"
                    aria-pressed={i === at}
                    onClick={() => setChosen(i)}
                    title={t("Use as control")}
                  >
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
            ))}
            {control && i !== at ? (
              <Result {...compare(group, control)} drawing={drawing} />
            ) : (
              <td colSpan={3}>control</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ResultProps {
  p: number | undefined;
  lift: number | undefined;
  drawing: TtestDrawing;
}

function Result({ p, lift, drawing }: ResultProps) {
  const isSignificant = p !== undefined && p <= drawing.significance;
  return (
    <>
      <td>
        <bdi>{p === undefined ? "N/A" : writtenP(p, drawing.pDecimals)}</bdi>
      </td>
      <td>
        <bdi>{lift === undefined ? "N/A" : `${lift > 0 ? "+" : ""}${lift.toFixed(drawing.liftDecimals)}`}</bdi>
      </td>
      <td className={isSignificant ? styles.yes : styles.no}>
        {p === undefined ? "N/A" : isSignificant ? t("Yes") : t("No")}
      </td>
    </>
  );
}

/** Shows `<` when too small for the decimals: a p-value is never zero. */
function writtenP(p: number, decimals: number): string {
  const least = 10 ** -decimals;
  return p < least && decimals > 0 ? `< ${least.toFixed(decimals)}` : p.toFixed(decimals);
}
