import { z } from "zod";
import { operation } from "../../model/operation.ts";

/** What can be asked about. A column, metric, filter, table or field is also named. */
export const LINEAGE_KINDS = [
  "table",
  "field",
  "dataset",
  "column",
  "metric",
  "chart",
  "filter",
  "dashboard",
  "report",
] as const;

/** `field`: a column of a table. `link`: a public link. */
export const NODE_KINDS = [...LINEAGE_KINDS, "link", "embedded", "assertion"] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

const NAME = z.string().max(2000);

export const LineageNode = z.looseObject({
  key: z.string(),
  kind: z.enum(NODE_KINDS),
  /** Of a column or metric: its dataset; of a filter: its dashboard; of a table or field: its database. */
  id: z.number(),
  name: z.string(),
  label: z.string(),
  /** What it is part of. */
  within: z.string().nullable(),
  url: z.string().nullable(),
});
export type LineageNode = z.infer<typeof LineageNode>;

export const PlacedNode = LineageNode.extend({
  /** Steps away: negative for what the item uses, positive for what uses it. */
  distance: z.number(),
  is_broken: z.boolean(),
});
export type PlacedNode = z.infer<typeof PlacedNode>;

const Counts = z.partialRecord(z.enum(NODE_KINDS), z.number());
export type Counts = z.infer<typeof Counts>;

export const Lineage = z.looseObject({
  node: LineageNode,
  /** Nearest first, at most `MOST_NODES` in each direction. */
  nodes: z.array(PlacedNode),
  /** By key: `from` uses `to`. */
  edges: z.array(z.looseObject({ from: z.string(), to: z.string(), role: z.string() })),
  uses: Counts,
  used_by: Counts,
  /** Of these, what the caller can't see. */
  hidden: z.looseObject({ uses: Counts, used_by: Counts }),
  is_truncated: z.boolean(),
  /** Objects that were changed and aren't part of the answer yet. */
  pending: z.number(),
});
export type Lineage = z.infer<typeof Lineage>;

export const MOST_NODES = 300;

const MAX_NAMES = 5000;
const Names = z.array(NAME).max(MAX_NAMES);
const Renames = z.array(z.strictObject({ from: NAME, to: NAME })).max(MAX_NAMES);

/** A change to a dataset, other data for charts, or the deletion of items. Columns and metrics are named as they are now. */
export const ProposedChange = z.strictObject({
  kind: z.enum(["dataset", "chart", "dashboard"]),
  ids: z.array(z.number().int().positive()).min(1).max(1000),
  deleted: z.boolean().optional(),
  columns_removed: Names.optional(),
  columns_renamed: Renames.optional(),
  columns_retyped: z
    .array(z.strictObject({ name: NAME, type: z.string().max(200) }))
    .max(MAX_NAMES)
    .optional(),
  metrics_removed: Names.optional(),
  metrics_renamed: Renames.optional(),
  /** The new names would be used in everything that the caller can edit, as `rename` does. */
  uses_new_names: z.boolean().optional(),
  /** The charts, or all charts of the dataset, would use this dataset instead. */
  swapped_to: z.number().int().positive().optional(),
  /** The new query of a virtual dataset, which decides its columns. */
  sql: z.string().optional(),
  /** The table has lost the removed columns, so queries of other datasets on it fail, too. */
  is_lost: z.boolean().optional(),
});
export type ProposedChange = z.infer<typeof ProposedChange>;

export const Affected = LineageNode.extend({
  /** Goes along, fails, shows something else, or uses the new names and shows the same. */
  effect: z.enum(["deleted", "breaks", "changes", "updates"]),
  /** The columns, metrics and items through which it's affected, in words of the data. */
  because: z.array(z.string()),
  owners: z.array(z.looseObject({ id: z.number(), first_name: z.string(), last_name: z.string() })),
  /** In the last 30 days; null for what isn't viewed. */
  views: z.number().nullable(),
  viewers: z.number().nullable(),
  last_viewed: z.string().nullable(),
  can_edit: z.boolean(),
});
export type Affected = z.infer<typeof Affected>;

export const Impact = z.looseObject({
  /** Most viewed first, at most `MOST_AFFECTED`. */
  affected: z.array(Affected),
  deleted: Counts,
  breaks: Counts,
  changes: Counts,
  updates: Counts,
  hidden: Counts,
  pending: z.number(),
});
export type Impact = z.infer<typeof Impact>;

export const MOST_AFFECTED = 200;

export const show = operation({
  id: "lineage.show",
  method: "GET",
  path: "/api/v1/lineage/:kind/:id",
  summary: "What an item uses and what uses it, of what the caller can see",
  params: z.object({ kind: z.enum(LINEAGE_KINDS), id: z.coerce.number().int().positive() }),
  query: z.looseObject({ name: NAME.optional() }),
  response: z.object({ result: Lineage }),
});

export const impact = operation({
  id: "lineage.impact",
  method: "POST",
  path: "/api/v1/lineage/impact",
  summary: "What a change to a dataset, swapping the dataset of charts, or deleting items would break",
  body: ProposedChange,
  response: z.object({ result: Impact }),
});

export const RenameRequest = z.strictObject({
  dataset_id: z.number().int().positive(),
  kind: z.enum(["column", "metric"]),
  from: NAME.min(1),
  to: z.string().trim().min(1).max(255),
});
export type RenameRequest = z.infer<typeof RenameRequest>;

/** Why something still has the old name. */
export const LEFT_REASONS = ["not_editable", "query", "unreadable"] as const;

export const Renamed = z.looseObject({
  /** Rewritten, the dataset included. */
  renamed: Counts,
  /** What the caller can see and has to be changed by someone else, or by hand. */
  left: z.array(LineageNode.extend({ reason: z.enum(LEFT_REASONS) })),
  hidden: Counts,
});
export type Renamed = z.infer<typeof Renamed>;

export const rename = operation({
  id: "lineage.rename",
  method: "POST",
  path: "/api/v1/lineage/rename",
  summary: "Rename a column or metric of a dataset, in everything that the caller can edit",
  body: RenameRequest,
  response: z.object({ result: Renamed }),
});
