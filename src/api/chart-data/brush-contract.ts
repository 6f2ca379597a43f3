import { z } from "zod";
import { FilterScalar, QueryColumn } from "../../model/adhoc.ts";
import { operation } from "../../model/operation.ts";

const MAX_BINS = 1024;
const MAX_VALUES = 200;
const MAX_TARGETS = 50;
/** The targets' statements repeat the dimensions. */
const MAX_DIMENSIONS_TEXT = 64_000;

/** Bin k holds values from edge k up to edge k+1; times are epoch milliseconds, as in cross-filters. */
const Edges = z.object({
  column: QueryColumn,
  edges: z
    .array(z.number())
    .min(2)
    .max(MAX_BINS + 1)
    .refine((edges) => edges.every((edge, k) => k === 0 || edge > (edges[k - 1] ?? edge)), "must ascend"),
});

/** Bin k holds the k-th value, which a cross-filter compares at this time grain. */
const Values = z.object({
  column: QueryColumn,
  values: z.array(FilterScalar).min(1).max(MAX_VALUES),
  grain: z.string().nullish(),
});

const BrushDimension = z.union([Edges, Values]);

export const BrushIndexRequest = z.object({
  /** The brushed chart's columns: one, or two for a box. */
  dimensions: z
    .array(BrushDimension)
    .min(1)
    .max(2)
    .refine((dimensions) => JSON.stringify(dimensions).length <= MAX_DIMENSIONS_TEXT, "must have at most 64 kB"),
  /** Query contexts of the charts to filter, without the filter of the brush. */
  targets: z.array(z.object({ key: z.string().max(100), context: z.looseObject({}) })).max(MAX_TARGETS),
});
export type BrushIndexRequest = z.infer<typeof BrushIndexRequest>;

/**
 * A part per query of each target, in the order of finishing: the length of its head in 4 bytes (little endian), the
 * head as JSON (`BrushPart`), and as many bytes of Arrow streams as the head says.
 */
export const postBrushIndex = operation({
  id: "postBrushIndex",
  method: "POST",
  path: "/api/v1/chart/brush_index",
  summary: "Group the rows of charts by the bins of a brush, to filter them while it moves",
  body: BrushIndexRequest,
  response: z.unknown(),
  produces: "application/octet-stream",
  csrfExempt: true,
});
