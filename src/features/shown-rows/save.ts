import type { ShownRows } from "../../chart-seam/table-column.ts";
import { lazy } from "../../ui/lazy.ts";
import { saveBlob } from "../../web/toasts/download.ts";
import { runLazy } from "../../web/toasts/run-lazy.ts";
import { toCsv, toJson } from "./texts.ts";

const WORKBOOK = lazy(() => import("./workbook.ts"));

export type FileFormat = "csv" | "xlsx" | "json";

export async function saveShown(shown: ShownRows | undefined, kind: FileFormat, filename: string): Promise<void> {
  if (!shown) return;
  const { rows, columns } = shown;
  const save = (file: BlobPart, type: string) => saveBlob(new Blob([file], { type }), filename);
  if (kind === "csv") save(toCsv(rows, columns), "text/csv;charset=utf-8");
  else if (kind === "json") save(toJson(rows, columns), "application/json;charset=utf-8");
  else {
    await runLazy(WORKBOOK, ({ workbookOf }) =>
      save(workbookOf(shown), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    );
  }
}
