import { expect, test } from "vitest";
import { fieldChanges, isOverlapping, isSame, pathText } from "./field-changes.ts";

const changes = (before: unknown, after: unknown) =>
  fieldChanges(before, after).map(({ path, before: was, after: is }) => [pathText(path), was, is]);

test("fields are compared one by one, and unset ones are the same", () => {
  expect(changes({ a: 1, b: { c: 2, d: null } }, { a: 1, b: { c: 3 }, e: "" })).toEqual([["b.c", 2, 3]]);
});

test("items of lists are found by their key, wherever they are", () => {
  const before = [{ column_name: "a" }, { column_name: "b", type: "INT" }];
  const after = [{ column_name: "new" }, { column_name: "a" }, { column_name: "b", type: "TEXT" }];
  expect(changes(before, after)).toEqual([
    ["b.type", "INT", "TEXT"],
    ["new", undefined, { column_name: "new" }],
  ]);
});

test("a reordered list is one change, as is a list without keys", () => {
  const list = [{ uuid: "a" }, { uuid: "b" }];
  expect(changes({ list }, { list: [...list].reverse() })).toHaveLength(1);
  expect(changes({ list: [1, 2] }, { list: [1, 3] })).toEqual([["list", [1, 2], [1, 3]]]);
});

test("columns and metrics have no order", () => {
  const list = [{ metric_name: "a" }, { metric_name: "b", d3format: "d" }];
  expect(changes({ list }, { list: list.toReversed() })).toEqual([]);
  const changed = [{ metric_name: "b", d3format: ".1f" }, { metric_name: "a" }];
  expect(changes({ list }, { list: changed })).toEqual([["list.b.d3format", "d", ".1f"]]);
});

test("names of built-in properties are fields like others", () => {
  expect(changes(JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": 2}'))).toEqual([["__proto__", 1, 2]]);
  expect(changes({}, { constructor: 1 })).toEqual([["constructor", undefined, 1]]);
  expect(isSame({}, { toString: "x" })).toBe(false);
});

test("a field overlaps with itself and what is within it", () => {
  expect(isOverlapping(["params"], ["params", "row_limit"])).toBe(true);
  expect(isOverlapping(["params", "a"], ["params", "b"])).toBe(false);
  expect(isOverlapping([{ key: "uuid", is: "1" }], [{ key: "uuid", is: "2" }])).toBe(false);
});
