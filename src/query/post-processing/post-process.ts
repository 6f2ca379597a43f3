import type { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import type { PostProcessing } from "../../model/query-context.ts";
import type { Frame } from "../frame.ts";
import { ContributionOptions, contribution } from "./contribution.ts";
import {
  AggregateOptions,
  aggregate,
  BoxplotOptions,
  boxplot,
  HistogramOptions,
  histogram,
  RankOptions,
  rank,
} from "./distribution.ts";
import { PivotOptions, pivot } from "./pivot.ts";
import { GeodeticOptions, GeohashOptions, geodeticParse, geohashDecode, geohashEncode } from "./places.ts";
import { type Forecaster, prophet } from "./prophet.ts";
import { ResampleOptions, resample } from "./resample.ts";
import { FlattenOptions, flatten, RenameOptions, rename, SelectOptions, SortOptions, select, sort } from "./reshape.ts";
import { RollingOptions, rolling } from "./rolling.ts";
import { CompareOptions, CumOptions, compare, cum, DiffOptions, diff } from "./series.ts";

type Operation = (frame: Frame, options: unknown) => Frame;

function checked<S extends z.ZodType>(
  name: string,
  schema: S,
  run: (frame: Frame, options: z.output<S>) => Frame,
): Operation {
  return (frame, options) => {
    const parsed = schema.safeParse(options);
    if (parsed.success) return run(frame, parsed.data);
    const [issue] = parsed.error.issues;
    throw badRequest(
      t("Invalid options for {name}: {detail}", {
        name,
        detail: `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim(),
      }),
    );
  };
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  aggregate: checked("aggregate", AggregateOptions, aggregate),
  boxplot: checked("boxplot", BoxplotOptions, boxplot),
  compare: checked("compare", CompareOptions, compare),
  contribution: checked("contribution", ContributionOptions, contribution),
  cum: checked("cum", CumOptions, cum),
  diff: checked("diff", DiffOptions, diff),
  geodetic_parse: checked("geodetic_parse", GeodeticOptions, geodeticParse),
  geohash_decode: checked("geohash_decode", GeohashOptions, geohashDecode),
  geohash_encode: checked("geohash_encode", GeohashOptions, geohashEncode),
  flatten: checked("flatten", FlattenOptions, flatten),
  histogram: checked("histogram", HistogramOptions, histogram),
  pivot: checked("pivot", PivotOptions, pivot),
  rank: checked("rank", RankOptions, rank),
  rename: checked("rename", RenameOptions, rename),
  resample: checked("resample", ResampleOptions, resample),
  rolling: checked("rolling", RollingOptions, rolling),
  select: checked("select", SelectOptions, select),
  sort: checked("sort", SortOptions, sort),
};

/** Throws a 400 for an unknown operation, or one that doesn't fit the data. */
export function postProcess(frame: Frame, steps: readonly PostProcessing[]): Frame {
  return steps.reduce((current, { operation, options }) => {
    const run = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
    if (!run) throw badRequest(t("Unsupported post processing operation: {operation}", { operation }));
    return run(current, options ?? {});
  }, frame);
}

export type ProcessSteps = (frame: Frame, steps: readonly PostProcessing[]) => Promise<Frame>;

export async function postProcessWith(
  frame: Frame,
  steps: readonly PostProcessing[],
  forecasting: { forecast: Forecaster; signal: AbortSignal; process: ProcessSteps },
): Promise<Frame> {
  const { process } = forecasting;
  const at = steps.findIndex((step) => step.operation === "prophet");
  if (at < 0) return process(frame, steps);
  const before = await process(frame, steps.slice(0, at));
  const predicted = await prophet(before, steps[at]?.options ?? {}, forecasting);
  return postProcessWith(predicted, steps.slice(at + 1), forecasting);
}
