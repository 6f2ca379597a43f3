import { describe, expect, test } from "vitest";
import { assertFiltersFit, type ListFilter } from "./definition.ts";
import {
  DEFAULT_PAGE_SIZE,
  type ListState,
  pageCount,
  parseListState,
  queryOf,
  rowCountText,
  withFilter,
  writeListState,
} from "./list-state.ts";

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "title", key: "search", label: "Name", operator: "title_or_slug" },
  {
    kind: "select",
    id: "published",
    key: "published",
    label: "Status",
    operator: "eq",
    options: [
      { value: true, text: "Published" },
      { value: false, text: "Draft" },
    ],
  },
  { kind: "select", id: "owners", key: "owners", label: "Owner", operator: "rel_m_m", options: async () => [] },
  { kind: "dates", id: "changed_on", key: "changed_on", label: "Edited", operator: "between" },
];
const DEFAULTS = { sort: { column: "changed_on", order: "desc" }, viewMode: "table" } as const;
const parse = (search: string) => parseListState(new URLSearchParams(search), FILTERS, DEFAULTS);
const INITIAL = parse("");

describe("state in the URL", () => {
  test("an empty URL is the default", () => {
    expect(INITIAL).toEqual({ ...DEFAULTS, filters: {}, pageIndex: 0, pageSize: DEFAULT_PAGE_SIZE });
  });

  test("parses what it writes", () => {
    const state: ListState = {
      filters: {
        search: "it's (a) test, ok?",
        published: { value: false, label: "Draft" },
        owners: { value: 7, label: "Ada Lovelace" },
        changed_on: [1_000, 2_000],
      },
      pageIndex: 3,
      pageSize: 50,
      sort: { column: "title", order: "asc" },
      viewMode: "card",
    };
    const written = writeListState(state, new URLSearchParams("new=dataset"), DEFAULTS);
    expect(written.get("new")).toBe("dataset");
    expect(written.get("viewMode")).toBe("card");
    expect(parse(written.toString())).toEqual(state);
  });

  test("leaves out defaults", () => {
    const before = new URLSearchParams("pageIndex=4&filters=(search:a)&viewMode=card");
    expect(writeListState(INITIAL, before, DEFAULTS).toString()).toBe("");
  });

  test.each([
    ["filters=((("],
    ["filters=!n"],
    ["filters=(search:!n,published:5,owners:x,changed_on:!(1))"],
    ["filters=(published:(value:maybe),search:'')"],
    ["pageIndex=-1&pageSize=33"],
    ["pageIndex=x&viewMode=tiles"],
    ["filters=(unknown:1)"],
  ])("%s falls back to the default", (search) => {
    expect(parse(search)).toEqual(INITIAL);
  });

  test("labels a fixed choice from the list, a loaded one from the URL", () => {
    const { filters } = parse("filters=(published:(label:Hacked,value:!t),owners:(label:Ada,value:7))");
    expect(filters).toEqual({
      published: { value: true, label: "Published" },
      owners: { value: 7, label: "Ada" },
    });
  });
});

describe("changes", () => {
  test("a filter resets the page", () => {
    const next = withFilter({ ...INITIAL, pageIndex: 5 }, "search", "flights");
    expect(next.pageIndex).toBe(0);
    expect(next.filters).toEqual({ search: "flights" });
  });

  test.each([undefined, ""])("%j clears a filter", (value) => {
    const before = withFilter(INITIAL, "search", "flights");
    expect(withFilter(before, "search", value).filters).toEqual({});
  });
});

describe("the API's query", () => {
  test("carries order, page, columns and plain filter values", () => {
    const state = parse(
      "filters=(search:fl,published:(value:!f),changed_on:!(1,2))&pageIndex=2&sortColumn=title&sortOrder=asc",
    );
    expect(queryOf(state, FILTERS, ["id", "title"])).toEqual({
      order_column: "title",
      order_direction: "asc",
      page: 2,
      page_size: 25,
      select_columns: ["id", "title"],
      filters: [
        { col: "title", opr: "title_or_slug", value: "fl" },
        { col: "published", opr: "eq", value: false },
        { col: "changed_on", opr: "gt", value: 1 },
        { col: "changed_on", opr: "lt", value: 2 },
      ],
    });
  });

  test("has no filters if none is set", () => {
    expect(queryOf(INITIAL, FILTERS, [])).not.toHaveProperty("filters");
  });
});

test("throws for a filter whose ID isn't among the columns", () => {
  const columns = [{ id: "title" }, { id: "published" }, { id: "owners" }];
  expect(() => assertFiltersFit(columns, FILTERS.slice(0, 3))).not.toThrow();
  expect(() => assertFiltersFit(columns, FILTERS)).toThrow("changed_on is not among the columns");
});

test("formats row counts", () => {
  expect(rowCountText({ pageIndex: 0, pageSize: 25 }, 38)).toBe("1–25 of 38");
  expect(rowCountText({ pageIndex: 1, pageSize: 25 }, 38)).toBe("26–38 of 38");
  expect(rowCountText({ pageIndex: 0, pageSize: 25 }, 0)).toBe("0 of 0");
  expect(rowCountText({ pageIndex: 40, pageSize: 25 }, 12_345)).toBe("1,001–1,025 of 12,345");
  expect([pageCount(0, 25), pageCount(25, 25), pageCount(26, 25)]).toEqual([1, 1, 2]);
});
