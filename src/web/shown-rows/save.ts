import type { ShownRows } from "../../chart-kit/table/column.ts";
import { saveBlob } from "../download.ts";
import { toCsv, toJson } from "./texts.ts";

export type ShownKind = "csv" | "xlsx" | "json";

/** The rows of a table as its reader has searched, filtered and sorted them. */
export async function saveShown(shown: ShownRows | undefined, kind: ShownKind, filename: string): Promise<void> {
  if (shown) saveBlob(await fileOf(shown, kind), filename);
}

async function fileOf(shown: ShownRows, kind: ShownKind): Promise<Blob> {
  if (kind === "csv") return new Blob([toCsv(shown.rows, shown.columns)], { type: "text/csv;charset=utf-8" });
  if (kind === "json") {
    return new Blob([toJson(shown.rows, shown.columns)], { type: "application/json;charset=utf-8" });
  }
  const { workbookOf } = await import("./workbook.ts");
  return new Blob([workbookOf(shown)], {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  });
}
