import { t } from "../i18n/translate.ts";
import { type Dialect, type GrainFunction, TIME_GRAIN_LABELS } from "./dialect.ts";

/** One grain that an engine supports. */
export interface TimeGrain {
  /** ISO duration, or one with an anchor. */
  duration: string;
  /** Label, e.g. `5 minute`. */
  name: string;
  /** The SQL with `{col}` for the column. */
  function: string;
}

const ALIASES: Readonly<Record<string, string>> = { "PT0.5H": "PT30M", "P0.25Y": "P3M" };

/** The function of a grain's SQL; undefined when the dialect does not support the grain. */
export function maybeGrainFunction(dialect: Dialect, grain: string): GrainFunction | undefined {
  const duration = Object.hasOwn(ALIASES, grain) ? (ALIASES[grain] ?? grain) : grain;
  return Object.hasOwn(dialect.timeGrains, duration) ? dialect.timeGrains[duration] : undefined;
}

/** The dialect without some grains, by their durations or aliases. */
export function withoutGrains(dialect: Dialect, durations: readonly string[]): Dialect {
  const off = new Set(durations.map((duration) => ALIASES[duration] ?? duration));
  const timeGrains = Object.fromEntries(Object.entries(dialect.timeGrains).filter(([duration]) => !off.has(duration)));
  return { ...dialect, timeGrains };
}

/** A grain that an installation adds: its SQL by engine, with `{col}` for the column. */
export interface AddedGrain {
  label: string;
  expressions: Readonly<Record<string, string>>;
}

/** The dialect with further grains, by their durations, where they are written for its engine. */
export function withGrainsAdded(
  dialect: Dialect,
  engine: string,
  added: Readonly<Record<string, AddedGrain>>,
): Dialect {
  const own = Object.entries(added).flatMap(([duration, { label, expressions }]) => {
    const sql = Object.hasOwn(expressions, engine) ? expressions[engine] : undefined;
    return sql === undefined
      ? []
      : [{ duration, label, write: (column: string) => sql.replaceAll("{col}", () => column) }];
  });
  return {
    ...dialect,
    timeGrains: { ...dialect.timeGrains, ...Object.fromEntries(own.map(({ duration, write }) => [duration, write])) },
    ownGrainLabels: Object.fromEntries(own.map(({ duration, label }) => [duration, label])),
  };
}

/** The grains of a dialect in display order. */
export function timeGrainsOf(dialect: Dialect): TimeGrain[] {
  const { timeGrains, ownGrainLabels } = dialect;
  const ready = Object.entries(TIME_GRAIN_LABELS).map(([duration, label]) => [duration, t(label)] as const);
  return Object.entries({ ...Object.fromEntries(ready), ...ownGrainLabels }).flatMap(([duration, name]) => {
    const write = timeGrains[duration];
    return write ? [{ duration, name, function: write("{col}") }] : [];
  });
}
