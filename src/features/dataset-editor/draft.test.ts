import { describe, expect, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import type { DatasetFolder, FolderEntry, FolderItem } from "../../model/dataset-folder.ts";
import {
  changeCount,
  type DatasetDraft,
  draftOf,
  isSourceChanged,
  problemsOf,
  updateOf,
  withSyncedColumns,
} from "./draft.ts";
import { renamed, withFolder, withMovedFolder, withMovedItems, withoutFolder } from "./folders.ts";

const dataset = Dataset.parse({
  id: 2,
  table_name: "flights",
  schema: "main",
  database: { id: 1 },
  cache_timeout: 60,
  extra: '{"warning_markdown":"old"}',
  owners: [{ id: 1, first_name: "Ada", last_name: "Lovelace" }],
  columns: [
    { id: 11, column_name: "date", type: "TIMESTAMP", type_generic: 2, is_dttm: true, verbose_name: "Departure" },
    { id: 12, column_name: "delay", type: "SMALLINT", type_generic: 0 },
    { id: 13, column_name: "late", expression: "delay > 15", type: "BOOLEAN" },
  ],
  metrics: [{ id: 21, metric_name: "count", expression: "COUNT(*)" }],
});
const before = draftOf(dataset);
const changedTo = (change: Partial<DatasetDraft>): DatasetDraft => ({ ...before, ...change });

describe("a draft of a dataset", () => {
  test("has no update without changes", () => {
    expect(changeCount(before, before)).toBe(0);
    expect(updateOf(before, before)).toEqual({});
  });

  test("updates changed settings only, with empty texts as null", () => {
    const changed = changedTo({ settings: { ...before.settings, description: "Domestic", extra: "" } });
    expect(changeCount(before, changed)).toBe(2);
    expect(updateOf(before, changed)).toEqual({ description: "Domestic", extra: null });
    const noWords = changedTo({ settings: { ...before.settings, description: "" } });
    expect(changeCount(before, noWords)).toBe(0);
  });

  test("updates whole lists, with the IDs of existing items", () => {
    const [date, delay, late] = before.columns;
    if (!date || !delay || !late) throw new Error("no columns");
    const changed = changedTo({ columns: [date, { ...late, verbose_name: "Late" }] });
    expect(changeCount(before, changed)).toBe(2);
    expect(updateOf(before, changed).columns?.map(({ id, verbose_name }) => [id, verbose_name])).toEqual([
      [11, "Departure"],
      [13, "Late"],
    ]);
  });

  test("counts a new metric as one change", () => {
    const metric = { key: "new 1", metric_name: "late", expression: "SUM(late)" };
    const changed = changedTo({ metrics: [metric, ...before.metrics] });
    expect(changeCount(before, changed)).toBe(1);
    expect(updateOf(before, changed).metrics).toEqual([
      { metric_name: "late", expression: "SUM(late)" },
      { id: 21, metric_name: "count", expression: "COUNT(*)" },
    ]);
  });

  test("detects a changed source", () => {
    expect(isSourceChanged(before, changedTo({ settings: { ...before.settings, schema: "other" } }))).toBe(true);
    expect(isSourceChanged(before, changedTo({ settings: { ...before.settings, table_name: "cars" } }))).toBe(true);
    const sql = draftOf({ ...dataset, sql: "select 1" });
    expect(isSourceChanged(sql, { ...sql, settings: { ...sql.settings, table_name: "renamed" } })).toBe(false);
  });
});

describe("syncing columns", () => {
  const source = [
    { column_name: "date", name: "date", type: "TIMESTAMP", type_generic: 2, is_dttm: true },
    { column_name: "carrier", name: "carrier", type: "VARCHAR", type_generic: 1, is_dttm: false },
  ];

  test("finds new, retyped and missing columns, and ignores calculated ones", () => {
    const retyped = [{ ...source[0], type: "DATE" }, source[1]] as typeof source;
    const { draft, found } = withSyncedColumns(before, retyped);
    expect(found).toEqual({ added: 1, retyped: 1, missing: 1 });
    expect(draft.columns.map(({ column_name, found: what, typeBefore }) => [column_name, what, typeBefore])).toEqual([
      ["date", undefined, "TIMESTAMP"],
      ["delay", "missing", undefined],
      ["late", undefined, undefined],
      ["carrier", "new", undefined],
    ]);
    expect(draft.columns[0]?.verbose_name).toBe("Departure");
    expect(updateOf(before, draft).columns?.map((column) => column.column_name)).toEqual(["date", "late", "carrier"]);
  });

  test("finds the same changes when repeated", () => {
    const once = withSyncedColumns(before, source);
    const twice = withSyncedColumns(once.draft, source);
    expect(twice.draft.columns.map((column) => column.column_name)).toEqual(
      once.draft.columns.map((column) => column.column_name),
    );
    expect(twice.found).toEqual(once.found);
  });

  test("reports a changed type until saved or reverted in the source", () => {
    const retyped = source.map((column) => (column.column_name === "date" ? { ...column, type: "DATE" } : column));
    const once = withSyncedColumns(before, retyped);
    expect(withSyncedColumns(once.draft, retyped)).toEqual(once);
    const back = withSyncedColumns(once.draft, source);
    expect(back.found.retyped).toBe(0);
    expect(back.draft.columns[0]).toEqual(before.columns[0]);
  });
});

describe("problems of a draft", () => {
  test("are reported at their fields", () => {
    const [date] = before.columns;
    if (!date) throw new Error("no column");
    const wrong = changedTo({
      columns: [date, { ...date, key: "calculated 1", id: undefined, column_name: "x", expression: "" }],
      metrics: [
        { key: "a", metric_name: "m", expression: "1" },
        { key: "b", metric_name: "m", expression: "" },
      ],
      settings: { ...before.settings, extra: "[1]", template_params: "{", table_name: " " },
    });
    expect(problemsOf(wrong)).toEqual({
      "column calculated 1": "Calculated column [x] requires an expression",
      "metric a": "Metric name [m] is duplicated",
      "metric b": "Metric name [m] is duplicated",
      extra: "Extra must be a JSON object",
      template_params: "Template parameters must be a JSON object",
      table_name: "This is a required field",
    });
    expect(problemsOf(before)).toEqual({});
  });
});

describe("folders of a draft", () => {
  const uuid = (end: number) => `00000000-0000-4000-8000-00000000000${end}`;
  const folder = (end: number, name: string, children: FolderEntry[] = []): DatasetFolder => ({
    uuid: uuid(end),
    type: "folder",
    name,
    children,
  });
  const item = (end: number): FolderItem => ({ uuid: uuid(end), type: "column" });
  const outline = (entries: readonly FolderEntry[]): unknown[] =>
    entries.map((entry) => (entry.type === "folder" ? [entry.name, ...outline(entry.children)] : entry.uuid.at(-1)));
  const tree = [folder(6, "A", [item(1), folder(7, "B", [item(2)]), folder(8, "C")]), folder(9, "D")];

  test("contain an item only once", () => {
    expect(outline(withMovedItems(tree, [item(1), item(2), item(3)], uuid(9)))).toEqual([
      ["A", ["B"], ["C"]],
      ["D", "1", "2", "3"],
    ]);
    expect(outline(withMovedItems(tree, [item(2)]))).toEqual([["A", "1", ["B"], ["C"]], ["D"]]);
  });

  test("are added, renamed, moved and deleted at any level", () => {
    expect(outline(withFolder(tree, folder(5, "E"), uuid(8)))).toEqual([["A", "1", ["B", "2"], ["C", ["E"]]], ["D"]]);
    expect(outline(renamed(tree, uuid(7), "Bees"))[0]).toEqual(["A", "1", ["Bees", "2"], ["C"]]);
    expect(outline(withMovedFolder(tree, uuid(7), 1))[0]).toEqual(["A", "1", ["C"], ["B", "2"]]);
    expect(outline(withMovedFolder(tree, uuid(9), -1))).toEqual([["D"], ["A", "1", ["B", "2"], ["C"]]]);
    expect(outline(withoutFolder(tree, uuid(7)))).toEqual([["A", "1", ["C"]], ["D"]]);
  });

  test("are saved without missing items, and only if changed", () => {
    const stored = Dataset.parse({
      ...dataset,
      columns: dataset.columns.map((column, i) => ({ ...column, uuid: uuid(i) })),
      folders: [folder(6, "A", [item(1), item(5)])],
    });
    const was = draftOf(stored);
    expect(updateOf(was, was)).toEqual({});
    const { columns, folders } = updateOf(was, { ...was, columns: was.columns.slice(0, 1) });
    expect(columns).toHaveLength(1);
    expect(outline(folders ?? [])).toEqual([["A"]]);
    const named = { ...was, folders: renamed(was.folders, uuid(6), " ") };
    expect(changeCount(was, named)).toBe(1);
    expect(problemsOf(named)).toEqual({ folders: "A folder needs a name" });
  });

  test("have unique names per level", () => {
    const was = draftOf(dataset);
    const problems = (folders: DatasetFolder[]) => problemsOf({ ...was, folders });
    expect(problems([folder(6, "A", [folder(7, "B")]), folder(8, "B")])).toEqual({});
    expect(problems([folder(6, "A"), folder(7, " a ")])).toEqual({
      folders: "Another folder here is already named “a”",
    });
    expect(problems([folder(6, "A", [folder(7, "B"), folder(8, "B")])])).toEqual({
      folders: "Another folder here is already named “B”",
    });
  });
});
