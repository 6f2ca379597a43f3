import { describe, expect, it } from "vitest";
import { approximateNumber, exactFormatter } from "./long-number.ts";
import { fullNumberFormatter } from "./plain-number.ts";

const LONG = "9007199254740993";
const SUM = "-32198334098493773123456789012";

describe("long numbers", () => {
  it.each([
    [undefined, "9,007,199,254,740,993", "-32,198,334,098,493,773,123,456,789,012"],
    [",d", "9,007,199,254,740,993", "-32,198,334,098,493,773,123,456,789,012"],
    ["d", LONG, SUM],
    ["~g", LONG, SUM],
    [",", "9,007,199,254,740,993", "-32,198,334,098,493,773,123,456,789,012"],
    [",.2f", "9,007,199,254,740,993.00", "-32,198,334,098,493,773,123,456,789,012.00"],
    ["$,.2f", "$9,007,199,254,740,993.00", "-$32,198,334,098,493,773,123,456,789,012.00"],
    ["+,", "+9,007,199,254,740,993", "-32,198,334,098,493,773,123,456,789,012"],
    [".3s", "9.01P", "-32200000Y"],
  ])("keep all digits in format %s", (key, long, sum) => {
    const format = exactFormatter(key, null, fullNumberFormatter(key));
    expect([format(LONG), format(SUM)]).toEqual([long, sum.replace("-32200000Y", format(Number(SUM)))]);
    expect(format(5)).toBe(fullNumberFormatter(key)(5));
  });

  it("have the currency symbol", () => {
    const euro = { symbol: "EUR", symbolPosition: "prefix" };
    expect(exactFormatter(",d", euro, fullNumberFormatter(",d", euro))(LONG)).toBe("€ 9,007,199,254,740,993");
  });

  it("are approximated by the nearest double; other texts aren't", () => {
    expect([LONG, 5, "5", "a", null].map(approximateNumber)).toEqual([
      9007199254740992,
      5,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
