import type { Dataset } from "../../model/dataset.ts";
import type { ColumnDraft, DatasetDraft, Problems } from "./draft.ts";

export type EditorTab = "source" | "metrics" | "columns" | "calculated" | "folders" | "settings" | "usage";

export interface TabProps {
  dataset: Dataset;
  draft: DatasetDraft;
  problems: Problems;
  onChange(draft: DatasetDraft): void;
}

export const isCalculated = (column: ColumnDraft) => Boolean(column.expression) || column.key.startsWith("calculated");
