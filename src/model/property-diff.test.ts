import { expect, test } from "vitest";
import { pathsOverlap, propertyDiff } from "./property-diff.ts";

test("lists every changed property, also inside JSON text", () => {
  const before = { title: "A", css: null, params: JSON.stringify({ metrics: ["count"], limit: 5, gone: 1 }) };
  const after = { title: "B", css: null, params: JSON.stringify({ metrics: ["sum"], limit: 5 }) };
  expect(propertyDiff(before, after)).toEqual([
    { path: "title", before: "A", after: "B" },
    { path: "params.metrics", before: ["count"], after: ["sum"] },
    { path: "params.gone", before: 1, after: undefined },
  ]);
});

test("identifies list items by name, so that adding or moving one doesn't change others", () => {
  const item = (id: string, name: string) => ({ id, name });
  const before = { filters: [item("a", "A"), item("b", "B")] };
  const after = { filters: [item("c", "C"), item("b", "B2"), item("a", "A")] };
  expect(propertyDiff(before, after)).toEqual([
    { path: "filters[b].name", before: "B", after: "B2" },
    { path: "filters[c]", before: undefined, after: { id: "c", name: "C" } },
    { path: "filters", before: ["a", "b"], after: ["b", "a"] },
  ]);
});

test("treats equal JSON in another format as unchanged", () => {
  expect(propertyDiff({ params: '{"a":1,"b":[1,2]}' }, { params: '{ "b": [1, 2], "a": 1 }' })).toEqual([]);
});

test("handles names of inherited properties", () => {
  const before = JSON.parse('{"params":{"__proto__":{"a":1}}}');
  expect(propertyDiff(before, { params: {} })).toEqual([
    { path: "params.__proto__", before: { a: 1 }, after: undefined },
  ]);
  expect(propertyDiff({}, { constructor: 1 })).toEqual([{ path: "constructor", before: undefined, after: 1 }]);
});

test("paths overlap when one contains the other", () => {
  expect(pathsOverlap("json_metadata", "json_metadata.filter_scopes")).toBe(true);
  expect(pathsOverlap("filters[a]", "filters")).toBe(true);
  expect(pathsOverlap("css", "css_template")).toBe(false);
});
