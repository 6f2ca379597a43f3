import { describe, expect, it } from "vitest";
import { inLocale } from "../i18n/node.ts";
import { optionsOf, valuesOfKeys } from "./filter-options.ts";

const option = (label: string) => ({ key: label, value: label, label, count: 1 });

describe("optionsOf", () => {
  it("labels empty, missing and temporal values", () => {
    const data = [
      { day: null, __count: 3 },
      { day: Date.UTC(2001, 0, 1), __count: 2 },
      { day: Date.UTC(2001, 0, 1, 13, 30), __count: 1 },
    ];
    const options = optionsOf({ data, coltypes: [2, 0] }, "day");
    expect(options.map((one) => one.label)).toEqual(["<NULL>", "2001-01-01", "2001-01-01 13:30:00"]);
    expect(options.map((one) => one.count)).toEqual([3, 2, 1]);
  });

  it("labels moments by the reader's clock, and keeps their values", () => {
    const at = Date.UTC(2001, 0, 1, 23);
    const result = { data: [{ at, __count: 1 }], coltypes: [2, 0], colzones: { at: "UTC" } };
    const [option] = inLocale({ language: "en", zone: "Asia/Tokyo" }, () => optionsOf(result, "at"));
    expect(option).toMatchObject({ label: "2001-01-02 08:00:00", value: at });
  });

  it("sorts weekdays and months by the calendar", () => {
    const rows = (names: string[]) => ({ data: names.map((name) => ({ name, __count: 1 })), coltypes: [1, 0] });
    const labels = (names: string[]) => optionsOf(rows(names), "name").map((one) => one.label);
    expect(labels(["Fri", "Mon", "Sat", "Sun"])).toEqual(["Mon", "Fri", "Sat", "Sun"]);
    expect(labels(["April", "January", "March"])).toEqual(["January", "March", "April"]);
    expect(labels(["Mon", "Apple"])).toEqual(["Mon", "Apple"]);
  });
});

describe("valuesOfKeys", () => {
  it("returns the values of keys, and typed text as a number in numeric columns", () => {
    const options = [{ key: "<NULL>", value: null, label: "<NULL>", count: 1 }, option("ORD")];
    expect(valuesOfKeys(["<NULL>", "ORD", "12"], options, false)).toEqual([null, "ORD", "12"]);
    expect(valuesOfKeys(["12", "x"], [], true)).toEqual([12, "x"]);
  });
});
