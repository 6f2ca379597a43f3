import type { Dataset } from "../../model/dataset.ts";
import type { ColumnDraft, DatasetDraft, Problems } from "./draft.ts";

export type EditorTab = "source" | "metrics" | "columns" | "calculated" | "folders" | "settings" | "usage";

/** What every tab gets: the draft, what is wrong with it, and how to change it. */
export interface TabProps {
  dataset: Dataset;
  draft: DatasetDraft;
  problems: Problems;
  onChange(draft: DatasetDraft): void;
}

/** Whether SQL makes the column, also before its SQL is written. */
export const isCalculated = (column: ColumnDraft) => Boolean(column.expression) || column.key.startsWith("calculated");
