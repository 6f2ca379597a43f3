import { describe, expect, test } from "vitest";
import { NativeFilter } from "./native-filter.ts";
import { maskOfValues, Recipient } from "./report.ts";

const problemOf = (type: string, target: string, more: object = {}) =>
  Recipient.safeParse({ type, recipient_config_json: { target, ...more } }).error?.issues[0]?.message;

describe("recipients", () => {
  test("email recipients are addresses separated by commas or semicolons", () => {
    expect(problemOf("Email", "ann@example.org; bob@example.org,, carl@localhost ")).toBeUndefined();
    expect(problemOf("Email", "ann@example.org", { ccTarget: "", bccTarget: "bob@example.org" })).toBeUndefined();
    expect(problemOf("Email", " , ;")).toBe("Invalid email address(es): ");
    expect(problemOf("Email", "ann@example.org, bob")).toBe("Invalid email address(es): bob");
    expect(problemOf("Email", "ann@example.org", { ccTarget: "nobody" })).toBe("Invalid email address(es): nobody");
    expect(problemOf("Email", "ann@example.org\nBcc: all@example.org")).toContain("Invalid email");
    expect(problemOf("Email", `${"x".repeat(5000)}@example.org`)?.length).toBeLessThan(300);
  });

  test("webhook recipients are https URLs without credentials", () => {
    expect(problemOf("Webhook", "https://hooks.example.org/a?b=c")).toBeUndefined();
    for (const target of [
      "http://hooks.example.org",
      "https://ann:secret@hooks.example.org",
      "https://hooks.example.org/\n",
      "ht\ttps://hooks.example.org",
      "hooks.example.org",
      "",
    ])
      expect(problemOf("Webhook", target)).toBe("Not a valid https:// URL");
  });

  test("Slack recipients are valid channel names", () => {
    expect(problemOf("SlackV2", "#sales, C012345")).toBeUndefined();
    expect(problemOf("Pigeon", "home")).toBeDefined();
  });
});

describe("a filter stored by its values", () => {
  const filter = (filterType: string) =>
    NativeFilter.parse({ id: "f", name: "F", filterType, targets: [{ datasetId: 1, column: { name: "a" } }] });
  const extraOf = (type: string, values: unknown[]) => maskOfValues(filter(type), values).extraFormData;

  test("filters as it would on the dashboard", () => {
    expect(extraOf("filter_select", ["x", null])).toEqual({ filters: [{ col: "a", op: "IN", val: ["x", null] }] });
    expect(extraOf("filter_range", ["5", ""])).toEqual({ filters: [{ col: "a", op: ">=", val: 5 }] });
    expect(extraOf("filter_range", [null, 0])).toEqual({ filters: [{ col: "a", op: "<=", val: 0 }] });
    expect(extraOf("filter_time", ["Last week"])).toEqual({ time_range: "Last week" });
    expect(extraOf("filter_timegrain", ["P1M"])).toEqual({ time_grain_sqla: "P1M" });
  });

  test("filters nothing without values", () => {
    for (const type of ["filter_select", "filter_range", "filter_time"]) expect(extraOf(type, [])).toEqual({});
  });
});
