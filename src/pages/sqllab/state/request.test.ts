import { expect, test } from "vitest";
import { parseRequest, remainingSearch } from "./request.ts";

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
])("URL %s", (search, expected) => {
  expect(parseRequest({ pathname: HERE, search })).toMatchObject({ isUntrusted: true, ...expected });
});

test("parses a shared permalink", () => {
  expect(parseRequest({ pathname: "/sqllab/p/ab%20c", search: "" })).toMatchObject({ kind: "permalink", key: "ab c" });
});

test("a request passed by another page takes precedence over the URL and is trusted", () => {
  const state = { requestedQuery: { datasourceKey: "5__table", sql: "select 3", autorun: true } };
  const request = parseRequest({ pathname: HERE, search: "?sql=other", state });
  expect(request).toMatchObject({ kind: "dataset", id: 5, sql: "select 3", autorun: true, isUntrusted: false });
});

test("a posted form opens its query as untrusted", () => {
  const posted = JSON.stringify({ datasourceKey: "5__table", sql: "select 4" });
  const request = parseRequest({ pathname: HERE, search: "" }, { text: posted, isStored: false });
  expect(request).toMatchObject({ kind: "dataset", id: 5, sql: "select 4", isUntrusted: true });
});

test.each([false, true])(
  "a posted query may run automatically unless it was stored (%s) during sign-in",
  (isStored) => {
    const text = JSON.stringify({ sql: "select 5", autorun: true });
    for (const search of ["", "?autorun=true"]) {
      const request = parseRequest({ pathname: HERE, search }, { text, isStored });
      expect(request).toMatchObject({ kind: "sql", sql: "select 5", autorun: !isStored });
    }
  },
);

test("URL parameters that the page doesn't use stay for templates", () => {
  expect(remainingSearch("?dbid=3&sql=select+1&region=north&new=true")).toBe("?region=north");
  expect(remainingSearch("?new=true")).toBe("");
});
