import { expect, test } from "vitest";
import { parseRequest, searchBeside } from "./request.ts";

const HERE = "/sqllab/";

test.each([
  ["", { kind: "none" }],
  ["?new=true", { kind: "new" }],
  [
    "?dbid=3&sql=select+1&schema=main&name=Mine",
    { kind: "sql", dbId: 3, sql: "select 1", schema: "main", name: "Mine" },
  ],
  ["?dbId=3", { kind: "database", id: 3 }],
  ["?savedQueryId=7", { kind: "saved", id: 7 }],
  ["?queryId=9&autorun=true", { kind: "query", id: 9, autorun: true }],
  ["?datasourceKey=12__table&sql=select+2", { kind: "dataset", id: 12, sql: "select 2" }],
  ["?id=4", { kind: "permalink", key: "kv:4" }],
  ["?savedQueryId=nothing&dbid=-1", { kind: "none" }],
])("address %s", (search, expected) => {
  expect(parseRequest({ pathname: HERE, search })).toMatchObject({ isForeign: true, ...expected });
});

test("a link that was shared", () => {
  expect(parseRequest({ pathname: "/sqllab/p/ab%20c", search: "" })).toMatchObject({ kind: "permalink", key: "ab c" });
});

test("what a page of the product sends along comes before the address, and is its own", () => {
  const state = { requestedQuery: { datasourceKey: "5__table", sql: "select 3", autorun: true } };
  const request = parseRequest({ pathname: HERE, search: "?sql=other", state });
  expect(request).toMatchObject({ kind: "dataset", id: 5, sql: "select 3", autorun: true, isForeign: false });
});

test("what a form has posted to the page is opened, and not run unread", () => {
  const posted = JSON.stringify({ datasourceKey: "5__table", sql: "select 4" });
  const request = parseRequest({ pathname: HERE, search: "" }, { text: posted, isStored: false });
  expect(request).toMatchObject({ kind: "dataset", id: 5, sql: "select 4", isForeign: true });
});

test.each([false, true])(
  "what was posted may run by itself unless it was kept (%s) until somebody signed in",
  (isStored) => {
    const text = JSON.stringify({ sql: "select 5", autorun: true });
    for (const search of ["", "?autorun=true"]) {
      const request = parseRequest({ pathname: HERE, search }, { text, isStored });
      expect(request).toMatchObject({ kind: "sql", sql: "select 5", autorun: !isStored });
    }
  },
);

test("what the page doesn't take of its address stays there, for templates", () => {
  expect(searchBeside("?dbid=3&sql=select+1&region=north&new=true")).toBe("?region=north");
  expect(searchBeside("?new=true")).toBe("");
});
