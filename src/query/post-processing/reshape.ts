import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import {
  columnNamed,
  columnsNamed,
  compareValues,
  escapeSeparator,
  type Frame,
  type FrameColumn,
  labelOf,
  missingColumns,
  takeRows,
} from "../frame.ts";

const Level = z.union([z.number().int(), z.string()]);

/** Index of a label level by its number (from the end if negative) or name. Throws if there is none. */
function placeOfLevel({ columns, levels = [null] }: Frame, level: z.infer<typeof Level>): number {
  const depth = columns.reduce((most, { path }) => Math.max(most, path.length), 1);
  const place = typeof level === "string" ? levels.indexOf(level) : level < 0 ? depth + level : level;
  if (place >= 0 && place < depth) return place;
  throw badRequest(t("Level not found: {level}", { level: String(level) }));
}

export const FlattenOptions = z.object({
  reset_index: z.boolean().nullish(),
  drop_levels: z.array(Level).nullish(),
});

/** Joins label paths with `, ` and makes the index plain columns again. Labels that never had levels are unchanged. */
export function flatten(frame: Frame, options: z.infer<typeof FlattenOptions>): Frame {
  const isDeep = frame.columns.some(({ path }) => path.length > 1);
  const hadLevels = isDeep || (frame.levels ?? []).length > 1;
  const dropped = new Set(isDeep ? options.drop_levels?.map((level) => placeOfLevel(frame, level)) : []);
  const columns = hadLevels ? frame.columns.map((column) => joined(column, dropped)) : frame.columns;
  const index = options.reset_index === false ? frame.index : [];
  return { index, columns: index.length > 0 ? columns : [...frame.index, ...columns], rows: frame.rows };
}

function joined(column: FrameColumn, dropped: ReadonlySet<number>): FrameColumn {
  const { path } = column;
  const parts = path.length === 1 ? path : path.filter((_, level) => !dropped.has(level));
  return { ...column, path: [parts.map(escapeSeparator).join(", ")], parts };
}

export const RenameOptions = z.object({
  columns: z.record(z.string(), z.string().nullable()),
  inplace: z.boolean().nullish(),
  level: Level.nullish(),
});

/** Renames labels, or one level of them. A column renamed to null loses that level. */
export function rename(frame: Frame, options: z.infer<typeof RenameOptions>): Frame {
  const renames = new Map(Object.entries(options.columns));
  if (renames.size === 0) return frame;
  const { level } = options;
  const place = level === null || level === undefined ? null : placeOfLevel(frame, level);
  const known = new Set(frame.columns.flatMap(({ path }) => (place === null ? path : (path[place] ?? []))));
  for (const name of renames.keys()) if (!known.has(name)) throw missingColumns();
  if (place === null) {
    const others = frame.columns.map(labelOf).filter((label) => !renames.has(label));
    for (const target of renames.values())
      if (target && others.includes(target)) throw badRequest(t("Label already exists"));
  }
  const columns = frame.columns.map((column) => ({ ...column, path: renamed(column.path, renames, place) }));
  return { ...frame, columns };
}

function renamed(path: readonly string[], renames: ReadonlyMap<string, string | null>, place: number | null): string[] {
  const parts = path.map((part, i) =>
    (place === null || place === i) && renames.has(part) ? (renames.get(part) ?? null) : part,
  );
  const presentParts = parts.filter((part) => part !== null);
  return presentParts.length > 0 ? presentParts : [""];
}

export const SelectOptions = z.object({
  columns: z.array(z.string()).nullish(),
  exclude: z.array(z.string()).nullish(),
  rename: z.record(z.string(), z.string()).nullish(),
});

export function select(frame: Frame, options: z.infer<typeof SelectOptions>): Frame {
  const { columns, exclude, rename: renames = {} } = options;
  const chosen = columns?.length ? columns.flatMap((name) => columnsNamed(frame, name)) : [...frame.columns];
  for (const name of [...(exclude ?? []), ...Object.keys(renames ?? {})]) columnsNamed(frame, name);
  const remaining = chosen.filter((column) => !exclude?.includes(column.path[0] ?? ""));
  const named = remaining.map((column): FrameColumn => {
    const [first = "", ...rest] = column.path;
    return { ...column, path: [renames?.[first] ?? first, ...rest] };
  });
  return { ...frame, columns: named };
}

const Flags = z.union([z.boolean(), z.array(z.boolean())]);

export const SortOptions = z.object({
  by: z.union([z.string(), z.array(z.string())]).nullish(),
  ascending: Flags.nullish(),
  is_sort_index: z.boolean().nullish(),
});

const lastFirst = ({ rows }: Frame) => Array.from({ length: rows }, (_, i) => rows - 1 - i);

/** Stable; missing values come last in both directions. A frame without an index is sorted by row position. */
export function sort(frame: Frame, options: z.infer<typeof SortOptions>): Frame {
  const names = typeof options.by === "string" ? [options.by] : (options.by ?? []);
  const keys = options.is_sort_index ? [...frame.index] : names.map((name) => columnNamed(frame, name));
  const ascending = options.ascending ?? true;
  if (keys.length === 0)
    return options.is_sort_index && ascending === false ? takeRows(frame, lastFirst(frame)) : frame;
  const isAscending = keys.map((_, i) => (Array.isArray(ascending) ? (ascending[i] ?? true) : ascending));
  const order = Array.from({ length: frame.rows }, (_, row) => row).sort((a, b) => {
    for (const [i, column] of keys.entries()) {
      const [x, y] = [column.values[a], column.values[b]];
      const direction = x === null || y === null || isAscending[i] ? 1 : -1;
      const result = compareValues(x, y) * direction;
      if (result !== 0) return result;
    }
    return 0;
  });
  return takeRows(frame, order);
}
