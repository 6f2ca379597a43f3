/** What can use other things. A `table` has the id of its database, a `filter` that of its dashboard. */
export type LineageKind =
  | "table"
  | "field"
  | "dataset"
  | "column"
  | "metric"
  | "chart"
  | "filter"
  | "dashboard"
  | "report";

/** The objects whose saves write edges. */
export type LineageOwnerKind = "dataset" | "chart" | "dashboard" | "report";

export interface LineageEdgesTable {
  owner_kind: LineageOwnerKind;
  owner_id: number;
  /** With `object_id` and `name`: what uses the target. */
  kind: LineageKind;
  object_id: number;
  /** Of a column, metric, filter, table or field; empty for others. */
  name: string;
  role: string;
  target_kind: LineageKind;
  target_id: number;
  target_name: string;
}

export interface LineageTables {
  lineage_edges: LineageEdgesTable;
  /** Objects to be read again; `mark` differs after each change. */
  lineage_changes: { kind: LineageOwnerKind; object_id: number; mark: number };
  lineage_lost: LineageLostTable;
}

/** What can't be queried any more since the table of the dataset `source_id` lost the column `cause`. */
export interface LineageLostTable {
  source_id: number;
  kind: "column" | "metric" | "dataset";
  dataset_id: number;
  /** Empty for a whole dataset. */
  name: string;
  cause: string;
  found_on: string;
}
