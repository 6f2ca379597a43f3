import type { Dataset } from "../../model/dataset.ts";
import type { ColumnDraft, DatasetDraft, Problems } from "./draft.ts";

export const EDITOR_TABS = [
  "source",
  "metrics",
  "columns",
  "calculated",
  "assertions",
  "folders",
  "settings",
  "usage",
] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

export interface TabProps {
  dataset: Dataset;
  draft: DatasetDraft;
  problems: Problems;
  onChange(draft: DatasetDraft): void;
}

export const isCalculated = (column: ColumnDraft) => Boolean(column.expression) || column.key.startsWith("calculated");
