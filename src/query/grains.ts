import { t } from "../i18n/translate.ts";
import { type Dialect, type GrainFunction, TIME_GRAIN_LABELS } from "./dialect.ts";

export interface TimeGrain {
  duration: string;
  name: string;
  function: string;
}

const ALIASES: Readonly<Record<string, string>> = { "PT0.5H": "PT30M", "P0.25Y": "P3M" };

export function maybeGrainFunction(dialect: Dialect, grain: string): GrainFunction | undefined {
  const duration = Object.hasOwn(ALIASES, grain) ? (ALIASES[grain] ?? grain) : grain;
  return Object.hasOwn(dialect.timeGrains, duration) ? dialect.timeGrains[duration] : undefined;
}

export function withoutGrains(dialect: Dialect, durations: readonly string[]): Dialect {
  const off = new Set(durations.map((duration) => ALIASES[duration] ?? duration));
  const timeGrains = Object.fromEntries(Object.entries(dialect.timeGrains).filter(([duration]) => !off.has(duration)));
  return { ...dialect, timeGrains };
}

export interface AddedGrain {
  label: string;
  expressions: Readonly<Record<string, string>>;
}

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

export function timeGrainsOf(dialect: Dialect): TimeGrain[] {
  const { timeGrains, ownGrainLabels } = dialect;
  const ready = Object.entries(TIME_GRAIN_LABELS).map(([duration, label]) => [duration, t(label)] as const);
  return Object.entries({ ...Object.fromEntries(ready), ...ownGrainLabels }).flatMap(([duration, name]) => {
    const write = timeGrains[duration];
    return write ? [{ duration, name, function: write("{col}") }] : [];
  });
}
