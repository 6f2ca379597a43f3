import { describe, expect, test } from "vitest";
import {
  draftOfServer,
  type EditorTab,
  EMPTY_DRAFT,
  isSaved,
  isUntitled,
  newTabName,
  openingFields,
  parametersOf,
  parsedParams,
  serverFields,
} from "./tab.ts";

const tab = (change: Partial<EditorTab>): EditorTab => ({
  ...EMPTY_DRAFT,
  ...{ key: "a", id: 1, isLoaded: true, isClean: false, tables: [], pane: "results", savedSql: null },
  ...change,
});

describe("a tab of SQL Lab", () => {
  test("is named with the next number", () => {
    expect(newTabName([])).toBe("Untitled Query 1");
    expect(newTabName(["Untitled Query 3", "Genres", "Untitled Query 12 b", "Untitled Query 1"])).toBe(
      "Untitled Query 4",
    );
    expect([isUntitled("Untitled Query 4"), isUntitled("Untitled Query"), isUntitled("Genres")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each<[string, Partial<EditorTab>, boolean]>([
    ["it is empty", { sql: "  " }, true],
    ["it shows an unchanged saved query", { sql: "select 1", savedQueryId: 5, savedSql: "select 1" }, true],
    ["its saved query hasn't loaded yet", { sql: "select 1", savedQueryId: 5 }, true],
    ["its saved query was changed", { sql: "select 2", savedQueryId: 5, savedSql: "select 1" }, false],
    ["it has no saved query", { sql: "select 1" }, false],
    ["it isn't loaded and is clean on the server", { isLoaded: false, isClean: true }, true],
    ["it isn't loaded and has unsaved changes", { isLoaded: false, isClean: false }, false],
  ])("when %s: saved is %2$s", (_, change, saved) => expect(isSaved(tab(change))).toBe(saved));

  test("round-trips through the server", () => {
    const draft = {
      ...EMPTY_DRAFT,
      ...{ name: "Genres", sql: "select 'ä'", dbId: 3, schema: "main", limit: 50, templateParams: '{"a":1}' },
      ...{ autorun: true, savedQueryId: 5, hideLeftBar: true, updatedAt: 12 },
    };
    const sent = Object.fromEntries(
      Object.entries(serverFields(draft)).map(([name, text]) => [name, JSON.parse(text) as unknown]),
    );
    const state = { ...sent, id: 1, saved_query: { id: 5 }, latest_query: null, table_schemas: [] };
    expect(draftOfServer(state as unknown as Parameters<typeof draftOfServer>[0])).toEqual(draft);
  });

  test("with missing server fields gets defaults and counts as oldest", () => {
    const state = { label: "", sql: null, database_id: null, catalog: null, schema: null, query_limit: 0 };
    const more = { template_params: null, autorun: false, saved_query: null, hide_left_bar: false, extra_json: "{" };
    const read = draftOfServer({ ...state, ...more } as unknown as Parameters<typeof draftOfServer>[0]);
    expect(read).toMatchObject({ name: "Untitled Query", sql: "", limit: 1000, templateParams: "", updatedAt: 0 });
  });

  test("is sent with a truncated name", () => {
    const long = { ...EMPTY_DRAFT, name: "x".repeat(300) };
    expect(JSON.parse(serverFields(long).label ?? "")).toHaveLength(256);
    expect(JSON.parse(openingFields(long)).name).toHaveLength(256);
    expect(JSON.parse(openingFields(long)).templateParams, "none is null").toBeNull();
  });
});

describe("template parameters", () => {
  test("are the distinct plain names in the SQL", () => {
    const sql =
      "select {{ a }}, {{b|upper}}, {{ a }} from {{ t_1 }} where {{ c.d }} = {{ url_param('x') }} and {% if e %}";
    expect(parametersOf(sql)).toEqual(["a", "b", "t_1"]);
    expect(parametersOf("select 1")).toEqual([]);
  });

  test("are a JSON object, empty for empty text, undefined otherwise", () => {
    expect([parsedParams(""), parsedParams(' {"a": [1]} ')]).toEqual([{}, { a: [1] }]);
    for (const text of ["{", "[1]", "null", "1"]) expect(parsedParams(text)).toBeUndefined();
  });
});
