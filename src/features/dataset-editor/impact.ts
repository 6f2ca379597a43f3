import type { ProposedChange } from "../../api/lineage/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { ColumnDraft, DatasetDraft } from "./draft.ts";

export interface ItemRename {
  kind: "column" | "metric";
  from: string;
  to: string;
}

/** Saved items whose names were edited. */
export function renamesOf(before: DatasetDraft, after: DatasetDraft): ItemRename[] {
  const columns = new Map(before.columns.map((column) => [column.key, column.column_name]));
  const metrics = new Map(before.metrics.map((metric) => [metric.key, metric.metric_name]));
  return [
    ...after.columns.flatMap(({ key, column_name: to }) => renamed("column", columns.get(key), to)),
    ...after.metrics.flatMap(({ key, metric_name: to }) => renamed("metric", metrics.get(key), to)),
  ];
}

const renamed = (kind: ItemRename["kind"], from: string | undefined, to: string): ItemRename[] =>
  from === undefined || from === to ? [] : [{ kind, from, to }];

/** What the save would take away from charts; undefined if it's nothing. */
export function proposedChange(id: number, before: DatasetDraft, after: DatasetDraft): ProposedChange | undefined {
  const columns = new Map(after.columns.map((column) => [column.key, column]));
  const metrics = new Set(after.metrics.map(({ key }) => key));
  const renames = renamesOf(before, after);
  const of = (kind: ItemRename["kind"]) =>
    renames.filter((each) => each.kind === kind).map(({ from, to }) => ({ from, to }));
  const isGone = ({ key }: ColumnDraft) => !columns.has(key) || columns.get(key)?.found === "missing";
  const change: ProposedChange = {
    kind: "dataset",
    ids: [id],
    columns_removed: before.columns.filter(isGone).map(({ column_name }) => column_name),
    columns_renamed: of("column"),
    columns_retyped: after.columns.flatMap(({ column_name: name, type, typeBefore }) =>
      typeBefore === undefined ? [] : [{ name, type: type ?? "" }],
    ),
    metrics_removed: before.metrics.filter(({ key }) => !metrics.has(key)).map(({ metric_name }) => metric_name),
    metrics_renamed: of("metric"),
    is_lost: after.columns.some(({ found }) => found === "missing") && before.settings.sql === null,
    ...(after.settings.sql !== null && after.settings.sql !== before.settings.sql ? { sql: after.settings.sql } : {}),
  };
  const isSomething = Object.values(change).some(
    (value) => Array.isArray(value) && value.length > 0 && value !== change.ids,
  );
  return isSomething || change.sql !== undefined ? change : undefined;
}

/** What the found differences between the columns and their source would take away; undefined if it's nothing. */
export function syncedChange(id: number, { columns, settings }: DatasetDraft): ProposedChange | undefined {
  const missing = columns.filter(({ found }) => found === "missing").map(({ column_name }) => column_name);
  const retyped = columns.flatMap(({ column_name: name, type, typeBefore }) =>
    typeBefore === undefined ? [] : [{ name, type: type ?? "" }],
  );
  if (missing.length === 0 && retyped.length === 0) return undefined;
  const isLost = missing.length > 0 && settings.sql === null;
  return { kind: "dataset", ids: [id], columns_removed: missing, columns_retyped: retyped, is_lost: isLost };
}

/** The renames and the rest, each with its heading. A new query can't be told apart from them. */
export function partsOf(change: ProposedChange, usesNewNames: boolean): { title: string; part: ProposedChange }[] {
  const { columns_renamed = [], metrics_renamed = [], ...rest } = change;
  const uses = { uses_new_names: usesNewNames };
  if (change.sql !== undefined) return [{ title: t("Changes"), part: { ...change, ...uses } }];
  const renames = [...columns_renamed, ...metrics_renamed].map(({ from, to }) => `${from} → ${to}`);
  const removed = [...(rest.columns_removed ?? []), ...(rest.metrics_removed ?? [])];
  const isRetyped = (rest.columns_retyped ?? []).length > 0;
  const named = (names: string[]) => list(names, "commas");
  const renamed = { kind: rest.kind, ids: rest.ids, columns_renamed, metrics_renamed, ...uses };
  return [
    ...(renames.length > 0 ? [{ title: t("Renamed: {name}", { name: named(renames) }), part: renamed }] : []),
    ...(isRetyped || removed.length > 0
      ? [{ title: isRetyped ? t("Changes") : t("Removed: {name}", { name: named(removed) }), part: rest }]
      : []),
  ];
}

/** Missing columns that are said to be new ones under another name: they keep their settings. */
export function withRenamedColumns(draft: DatasetDraft, names: ReadonlyMap<string, string>): DatasetDraft {
  const isTarget = ({ found, column_name }: ColumnDraft) =>
    found === "new" && [...names.values()].includes(column_name);
  const added = new Map(draft.columns.filter(isTarget).map((column) => [column.column_name, column]));
  return {
    ...draft,
    columns: draft.columns
      .filter((column) => !isTarget(column))
      .map((column) => {
        const target = column.found === "missing" ? added.get(names.get(column.column_name) ?? "") : undefined;
        if (!target) return column;
        const { found: _, typeBefore: __, ...kept } = column;
        return { ...kept, column_name: target.column_name, type: target.type };
      }),
  };
}
