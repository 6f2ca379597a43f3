import { numbersOf } from "../../query/frame.ts";
import { resample } from "../../query/post-processing/resample.ts";
import { rolledValues } from "../../query/post-processing/rolling.ts";
import { type LegacyForm, TIMESTAMP } from "./legacy-type.ts";
import type { Pivoted } from "./pivoted.ts";

export function contribution({ times, series }: Pivoted): Pivoted {
  const totals = times.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const shareOf = (value: number | null, i: number) => (value === null || !totals[i] ? value : value / totals[i]);
  return { times, series: series.map((one) => ({ ...one, values: one.values.map(shareOf) })) };
}

export function resampled({ times, series }: Pivoted, form: LegacyForm): Pivoted {
  const { resample_rule: rule, resample_method: method } = form;
  if (typeof rule !== "string" || typeof method !== "string" || rule === "" || method === "") return { times, series };
  const index = { path: [TIMESTAMP], kind: "temporal", values: times } as const;
  const columns = series.map(({ values }, i) => ({ path: [String(i)], kind: "numeric" as const, values }));
  const regular = resample({ index: [index], columns, rows: times.length }, { rule, method });
  const [indexColumn] = regular.index;
  return {
    times: indexColumn ? numbersOf(indexColumn).filter((time) => time !== null) : times,
    series: series.map((one, i) => ({ ...one, values: regular.columns[i] ? numbersOf(regular.columns[i]) : [] })),
  };
}

export function rolled({ times, series }: Pivoted, form: LegacyForm): Pivoted {
  const roll = rollingOf(form);
  if (!roll) return { times, series };
  const from = Math.max(0, Number(form.min_periods) || 0);
  return { times: times.slice(from), series: series.map((one) => ({ ...one, values: roll(one.values).slice(from) })) };
}

type Values = (number | null)[];
const ROLLING = new Set(["mean", "sum", "std"]);

function rollingOf(form: LegacyForm): ((values: Values) => (number | null)[]) | undefined {
  const { rolling_type: type } = form;
  if (type === "cumsum") return cumulated;
  if (typeof type !== "string" || !ROLLING.has(type)) return undefined;
  const window = Math.ceil(Math.max(1, Number(form.rolling_periods) || 1));
  return rolledValues({ columns: {}, type, window, min_periods: Math.max(1, Number(form.min_periods) || 0) });
}

function cumulated(values: Values): (number | null)[] {
  let sum = 0;
  return values.map((value) => {
    if (value === null) return null;
    sum += value;
    return sum;
  });
}

export function compared(current: number | null, before: number | null, type: unknown): number | null {
  if (type === undefined || type === null || type === "values") return before;
  if (current === null || before === null) return null;
  switch (type) {
    case "absolute":
      return current - before;
    case "percentage":
      return before === 0 ? null : (current - before) / before;
    default:
      return before === 0 ? null : current / before;
  }
}
