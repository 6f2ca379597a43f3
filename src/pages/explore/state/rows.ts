import type { DataValue } from "../../../model/query-context.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Rows in which any value holds the text. */
export function filterRows(rows: readonly Row[], text: string): Row[] {
  const needle = text.trim().toLowerCase();
  if (!needle) return [...rows];
  return rows.filter((row) => Object.values(row).some((value) => plainText(value).toLowerCase().includes(needle)));
}

export function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A moment as `2010-02-01` or `2010-02-01 13:05:07`, UTC. */
export function isoMoment(epochMs: number): string {
  const iso = new Date(epochMs).toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 19).replace("T", " ");
}

/** Tab-separated text, as spreadsheets paste it. */
export function toTabbed(rows: readonly Row[], columns: readonly string[]): string {
  const cell = (value: unknown) => plainText(value).replace(/[\t\r\n]+/g, " ");
  return [columns, ...rows.map((row) => columns.map((name) => row[name] as DataValue))]
    .map((line) => line.map(cell).join("\t"))
    .join("\n");
}

export function toCsv(rows: readonly Row[], columns: readonly string[]): string {
  const cell = (value: unknown) => {
    const text = plainText(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((line) => line.map(cell).join(","))
    .join("\r\n");
}
