import { expect, test } from "vitest";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import { columnsOfResult } from "./column.ts";
import { columnProfile } from "./column-profile.ts";

const of = (type: number, values: readonly (string | number | boolean | null)[]) => {
  const data = values.map((x) => ({ x }));
  const [column] = columnsOfResult({ colnames: ["x"], coltypes: [type], data });
  if (!column) throw new Error("there is no column");
  return columnProfile(column, data);
};
const { NUMERIC, STRING, TEMPORAL, BOOLEAN } = GENERIC_TYPE;

test("profiles numbers with range, mean and sixteen bins, ignoring missing values", () => {
  const profile = of(NUMERIC, [0, null, 16, 16, 8, null]);
  expect(profile).toMatchObject({ rows: 6, missing: 2, distinct: 3, least: 0, most: 16, mean: 10, frequent: [] });
  expect(profile.bins).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2]);
});

test("integers too large for a double keep their digits", () => {
  const profile = of(NUMERIC, ["9007199254740993", 5]);
  expect(profile).toMatchObject({ least: 5, most: "9007199254740993", distinct: 2 });
});

test("profiles times in milliseconds or as text, without a mean", () => {
  expect(of(TEMPORAL, [Date.UTC(2020, 0, 2), Date.UTC(2020, 0, 1)])).toEqual({
    rows: 2,
    missing: 0,
    distinct: 2,
    least: Date.UTC(2020, 0, 1),
    most: Date.UTC(2020, 0, 2),
    bins: [1, ...Array(14).fill(0), 1],
    frequent: [],
  });
  expect(of(TEMPORAL, ["2020-01-02 10:00:00", "2020-01-02"])).toMatchObject({ least: "2020-01-02" });
});

test("lists the most frequent texts and booleans, or none if all differ", () => {
  expect(of(STRING, ["b", "a", "a", "", "", "", "c", "c", null])).toMatchObject({
    missing: 1,
    distinct: 4,
    frequent: [
      { value: "", count: 3 },
      { value: "a", count: 2 },
      { value: "c", count: 2 },
    ],
  });
  expect(of(STRING, ["a", "b"]).frequent).toEqual([]);
  expect(of(BOOLEAN, [true, true, false]).frequent).toEqual([{ value: true, count: 2 }]);
});

test("has no bins for a single value, and no statistics without values", () => {
  expect(of(NUMERIC, [3, 3])).toMatchObject({ least: 3, most: 3, mean: 3, bins: [] });
  expect(of(NUMERIC, [null])).toEqual({ rows: 1, missing: 1, distinct: 0, bins: [], frequent: [] });
  expect(of(NUMERIC, [])).toEqual({ rows: 0, missing: 0, distinct: 0, bins: [], frequent: [] });
  expect(of(NUMERIC, ["Infinity", "NaN"])).toMatchObject({ distinct: 2, bins: [] });
});
