import { describe, expect, test } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { type ConditionalRule, paintsOf, prepareRules, ruleColor, ruleStrength, tintOf } from "./conditional.ts";

const theme = chartTheme("light");
const extent = { min: 0, max: 10 };
const strength = (rule: ConditionalRule, value: number | string | boolean | null) =>
  ruleStrength({ column: "x", ...rule }, value, extent);

describe("number operators", () => {
  test.each([
    [">", { targetValue: 5 }, [4, 5, 6], [false, false, true]],
    ["<", { targetValue: 5 }, [4, 5, 6], [true, false, false]],
    ["≥", { targetValue: 5 }, [4, 5, 6], [false, true, true]],
    ["≤", { targetValue: 5 }, [4, 5, 6], [true, true, false]],
    ["=", { targetValue: 5 }, [4, 5, 6], [false, true, false]],
    ["≠", { targetValue: 5 }, [4, 5, 6], [true, false, true]],
    ["< x <", { targetValueLeft: 4, targetValueRight: 6 }, [4, 5, 6], [false, true, false]],
    ["≤ x ≤", { targetValueLeft: 4, targetValueRight: 6 }, [3, 4, 6], [false, true, true]],
    ["≤ x <", { targetValueLeft: 4, targetValueRight: 6 }, [4, 5, 6], [true, true, false]],
    ["< x ≤", { targetValueLeft: 4, targetValueRight: 6 }, [4, 5, 6], [false, true, true]],
    ["None", {}, [0, 5, 10], [true, true, true]],
  ])("%s", (operator, targets, values, expected) => {
    expect(values.map((value) => strength({ operator, ...targets }, value) !== undefined)).toEqual(expected);
  });

  test("the color gets stronger from the target to the far end", () => {
    const rule = { operator: ">", targetValue: 0 };
    const [low, high] = [strength(rule, 2), strength(rule, 10)];
    expect(low).toBeLessThan(high ?? 0);
    expect(high).toBe(1);
    expect(strength({ operator: "<", targetValue: 10 }, 0)).toBe(1);
  });

  test("without a gradient every match has full strength", () => {
    expect(strength({ operator: ">", targetValue: 0, useGradient: false }, 1)).toBe(1);
  });

  test("targets can be numbers stored as text", () => {
    expect(strength({ operator: "≥", targetValue: "5" }, 5)).toBeDefined();
  });
});

describe("text, boolean and null operators", () => {
  test.each([
    ["=", "ORD", true],
    ["begins with", "OR", true],
    ["ends with", "RD", true],
    ["containing", "R", true],
    ["not containing", "R", false],
    ["begins with", "X", false],
    ["None", "", true],
    [">", "A", false],
  ])("%s %s", (operator, targetValue, holds) => {
    expect(strength({ operator, targetValue }, "ORD") !== undefined).toBe(holds);
  });

  test.each([
    ["is true", true, true],
    ["is true", false, false],
    ["is false", false, true],
    ["is null", null, true],
    ["is null", 0, false],
    ["is not null", 0, true],
    ["is not null", null, false],
  ])("%s for %s", (operator, value, holds) => {
    expect(strength({ operator }, value) !== undefined).toBe(holds);
  });

  test("null never matches a comparison", () => {
    expect(strength({ operator: "<", targetValue: 5 }, null)).toBeUndefined();
  });
});

describe("formatting", () => {
  const rows = [
    { name: "a", x: 1, y: 2 },
    { name: "b", x: 9, y: 3 },
  ];
  const paints = (rule: ConditionalRule, column: string, row = rows[1]!) =>
    paintsOf(prepareRules([rule], rows, theme), row, column);

  test("applies to the tested column unless another is set", () => {
    const rule = { column: "x", operator: ">", targetValue: 5, colorScheme: "colorError" };
    expect(paints(rule, "x")[0]).toMatchObject({ part: "background", color: theme.error });
    expect(paints(rule, "y")).toEqual([]);
    expect(paints({ ...rule, columnFormatting: "y" }, "y")).toHaveLength(1);
  });

  test("applies to the whole row", () => {
    const rule = { column: "x", operator: ">", targetValue: 5 };
    for (const whole of [{ columnFormatting: "ENTIRE_ROW" }, { toAllRow: true }]) {
      expect(paints({ ...rule, ...whole }, "name")).toHaveLength(1);
      expect(paints({ ...rule, ...whole }, "name", rows[0])).toEqual([]);
    }
  });

  test("applies to text or cell bar", () => {
    const rule = { column: "x", operator: "None" };
    expect(paints({ ...rule, objectFormatting: "TEXT_COLOR" }, "x")[0]?.part).toBe("text");
    expect(paints({ ...rule, objectFormatting: "CELL_BAR" }, "x")[0]?.part).toBe("bar");
    expect(paints({ ...rule, toTextColor: true }, "x")[0]?.part).toBe("text");
  });

  test("ignores rules without column or operator", () => {
    expect(prepareRules([{ operator: ">" }, { column: "x" }], rows, theme)).toEqual([]);
    expect(prepareRules(null, rows, theme)).toEqual([]);
  });

  test("uses only theme or hex colors", () => {
    expect(ruleColor("colorSuccess", theme)).toBe(theme.success);
    expect(ruleColor("colorWarning", theme)).toBe(theme.warning);
    expect(ruleColor("Red", theme)).toBe(theme.error);
    expect(ruleColor("#ACE1C4", theme)).toBe("#ACE1C4");
    expect(ruleColor("url(https://example.com)", theme)).toBe(theme.primary);
  });

  test("keeps text readable on the strongest tint", () => {
    expect(tintOf({ color: "#B3292E", strength: 1 })).toBe("color-mix(in srgb, #B3292E 45%, transparent)");
  });
});
