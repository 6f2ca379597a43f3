import type { CellBar, TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { NOT_AVAILABLE } from "../format/value.ts";
import styles from "./DataTable.module.css";
import { looksLikeHtml, SafeHtml } from "./SafeHtml.tsx";
import { BAR_TRACK } from "./widths.ts";

interface Props {
  column: TableColumn;
  row: DataRow;
  value: DataValue;
  bar?: CellBar;
  barsBeside: boolean;
}

export function CellContent({ column, row, value, bar, barsBeside }: Props) {
  const text =
    value === null ? (
      <span className={styles.missing}>{NOT_AVAILABLE}</span>
    ) : (
      <ValueText {...{ column, row, value }} />
    );
  if (barsBeside && column.hasBars) {
    return (
      <span className={styles.withBar}>
        <span className={styles.figure}>{text}</span>
        <span className={styles.track} data-empty={!bar} style={{ width: BAR_TRACK }}>
          {bar && <span className={styles.fill} style={{ ...extent(bar), background: bar.color }} />}
        </span>
      </span>
    );
  }
  if (!bar) return text;
  return (
    <>
      {text}
      <span className={styles.under}>
        <span className={styles.fill} style={{ ...extent(bar), background: bar.color }} />
      </span>
    </>
  );
}

function extent(bar: CellBar) {
  return { insetInlineStart: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` };
}

function ValueText({ column, row, value }: { column: TableColumn; row: DataRow; value: NonNullable<DataValue> }) {
  const text = column.format(value, row);
  if (typeof value !== "string") return text;
  if (/^https?:\/\/\S+$/.test(value)) {
    return (
      <a href={value} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
        {text}
      </a>
    );
  }
  return column.allowHtml && looksLikeHtml(value) ? <SafeHtml html={value} /> : text;
}
