import type { ColumnarBatch, ResultColumn } from "../../connectors/connector.ts";

/** Written before the header, so that spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * Text cells that a spreadsheet would take for a formula get a leading apostrophe (and `|` a backslash). A plain
 * negative number stays.
 */
export function defused(text: string): string {
  if (!/^(?:\s*"){0,2}\s*[=+\-@|%]/.test(text) || /^-?\d+(\.\d+)?$/.test(text)) return text;
  return `'${text.replaceAll("|", "\\|")}`;
}

export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvHeader(labels: readonly string[]): string {
  return `${labels.map((label) => csvCell(defused(label))).join(",")}\n`;
}

type CsvColumn = Pick<ResultColumn, "kind" | "values" | "type">;

export function csvRows({ columns, rows }: { columns: readonly CsvColumn[]; rows: ColumnarBatch["rows"] }): string {
  let text = "";
  for (let row = 0; row < rows; row++) {
    text += `${columns.map((column) => cellText(column, row)).join(",")}\n`;
  }
  return text;
}

function cellText(column: CsvColumn, row: number): string {
  const value = column.values[row];
  if (value === null || value === undefined) return "";
  switch (column.kind) {
    case "numeric":
      return String(value);
    case "boolean":
      return value ? "True" : "False";
    case "temporal":
      return temporalText(Number(value), column.type);
    case "text":
      return csvCell(defused(typeof value === "string" ? value : JSON.stringify(value)));
  }
}

function temporalText(epochMs: number, type: string): string {
  const iso = new Date(epochMs).toISOString();
  if (type === "DATE") return iso.slice(0, 10);
  return `${iso.slice(0, 10)} ${iso.slice(11, epochMs % 1000 === 0 ? 19 : 23)}`;
}
