import { NULL_LABEL } from "../../../chart-kit/format/value.ts";
import { formatTimestamp } from "../../../chart-kit/table/column.ts";
import { useColumnValues } from "../../../features/adhoc/use-column-values.ts";
import type { FilterScalar } from "../../../model/adhoc.ts";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { useExplore } from "../workbench/store-context.ts";
import styles from "./dataset-panel.module.css";
import type { PanelItem } from "./items.ts";

const SHOWN = 8;

/** What a metric computes, or the first values a column holds. */
export function ColumnPreview({ entry }: { entry: PanelItem }) {
  return (
    <div className={styles.preview}>
      <p className={styles.previewName}>{entry.item.name}</p>
      {entry.description ? <p className={styles.previewText}>{entry.description}</p> : null}
      {entry.certifiedBy ? <p className={styles.previewText}>Certified by {entry.certifiedBy}</p> : null}
      {entry.expression ? <code className={styles.previewCode}>{entry.expression}</code> : null}
      {entry.warning ? <p className={styles.previewWarning}>{entry.warning}</p> : null}
      {entry.item.kind === "column" ? <Values name={entry.item.name} isTemporal={entry.mark === "temporal"} /> : null}
    </div>
  );
}

function Values({ name, isTemporal }: { name: string; isTemporal: boolean }) {
  const dataset = useExplore((state) => state.dataset);
  const { data, error, isLoading } = useColumnValues({ dataset, column: name, limit: SHOWN + 1 });
  if (isLoading) return <SkeletonLines />;
  if (error) return <p className={styles.previewText}>Values could not be read: {error.message}</p>;
  if (!data || data.length === 0) return <p className={styles.previewText}>No values</p>;
  return (
    <ul className={styles.values} aria-label={`Values of ${name}`}>
      {data.slice(0, SHOWN).map((value) => (
        <li key={String(value)}>{valueText(value, isTemporal)}</li>
      ))}
      {data.length > SHOWN ? <li className={styles.more}>and more</li> : null}
    </ul>
  );
}

function valueText(value: FilterScalar, isTemporal: boolean): string {
  if (value === null) return NULL_LABEL;
  return isTemporal ? formatTimestamp(value) : String(value);
}
