import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { type Frame, type FrameColumn, finite, labelOf, missingColumns, numbersOf, withColumns } from "../frame.ts";
import { sum } from "./statistics.ts";

export const ContributionOptions = z.object({
  orientation: z.enum(["row", "column"]).nullish(),
  columns: z.array(z.string()).nullish(),
  rename_columns: z.array(z.string()).nullish(),
  time_shifts: z.array(z.string()).nullish(),
  contribution_totals: z.record(z.string(), z.number().nullable()).nullish(),
});
type ContributionOptions = z.infer<typeof ContributionOptions>;

/**
 * Numbers as shares of their row's sum (each time shift separately), or of their column's sum, which can be passed in
 * if the rows are only a part; if it is empty, every share is 0. Missing values count as 0.
 */
export function contribution(frame: Frame, options: ContributionOptions): Frame {
  const numeric = frame.columns.filter((column) => column.kind === "numeric");
  const chosen = options.columns ? options.columns.map((name) => numericNamed(frame, numeric, name)) : numeric;
  const names = options.rename_columns ?? [];
  if (options.rename_columns && names.length !== chosen.length) {
    throw badRequest(t("`rename_columns` needs a name for each of `columns` and `time_shift_columns`."));
  }
  const values = chosen.map((column) => numbersOf(column).map((value) => value ?? 0));
  const shares =
    options.orientation === "row"
      ? rowShares(chosen, values, options.time_shifts ?? [])
      : columnShares(chosen, values, options.contribution_totals ?? {});
  const shareColumns = chosen.map(
    (column, i): FrameColumn => ({
      path: names[i] === undefined ? column.path : [names[i] as string],
      kind: "numeric",
      values: shares[i] ?? [],
    }),
  );
  return withColumns(frame, shareColumns);
}

function numericNamed(frame: Frame, numeric: readonly FrameColumn[], name: string): FrameColumn {
  const found = numeric.find((column) => labelOf(column) === name);
  if (found) return found;
  if (frame.columns.some((column) => labelOf(column) === name)) {
    throw badRequest(t('Column "{name}" is not numeric or does not exists in the query results.', { name }));
  }
  throw missingColumns();
}

type Shares = (number | null)[][];

function rowShares(columns: readonly FrameColumn[], values: readonly number[][], shifts: readonly string[]): Shares {
  // Charts rename the metric of a shift to the shift.
  const shiftOf = ({ path: [head = "", ...rest] }: FrameColumn) =>
    shifts.find((shift) => head.endsWith(`__${shift}`) || (rest.length > 0 && head === shift)) ?? "";
  const groups = Map.groupBy(values, (_, i) => shiftOf(columns[i] as FrameColumn));
  const rows = Array.from({ length: values[0]?.length ?? 0 }, (_, row) => row);
  const totals = new Map(
    Array.from(groups, ([shift, members]) => [shift, rows.map((row) => sum(members.map((own) => own[row] ?? 0)))]),
  );
  return values.map((column, i) => {
    const total = totals.get(shiftOf(columns[i] as FrameColumn));
    return column.map((value, row) => finite(value / (total?.[row] ?? 0)));
  });
}

function columnShares(
  columns: readonly FrameColumn[],
  values: readonly number[][],
  totals: Record<string, number | null>,
): Shares {
  return values.map((column, i) => {
    const knownTotal = totals[labelOf(columns[i] as FrameColumn)] ?? null;
    if (knownTotal === 0) return column.map(() => 0);
    const total = knownTotal ?? sum(column);
    return column.map((value) => finite(value / total));
  });
}
