import { describe, expect, test } from "vitest";
import { createLog } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  let text = "";
  write(createLog((line) => (text += line)));
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("the log", () => {
  test("has one line for each event, whatever is in it", () => {
    const forged = 'a\n{"level":"info","message":"forged"}\r\u2028';
    const [first, second, ...others] = logged((log) => {
      log.info(forged, { name: forged, count: 1, nothing: null });
      log.warn("second");
    });
    expect(others).toEqual([]);
    expect(first).toMatchObject({ level: "info", message: forged, name: forged, count: 1, nothing: null });
    expect(second).toMatchObject({ level: "warn", message: "second" });
    expect(Date.parse(String(first?.time))).not.toBeNaN();
  });

  test("logs the stack of an error and of its causes", () => {
    const cause = new Error("the disk is full", { cause: new RangeError("deeper") });
    const [line] = logged((log) => log.error("not saved", { error: new TypeError("no", { cause }) }));
    expect(line?.level).toBe("error");
    expect(line?.error).toMatch(
      /^TypeError: no\n {4}at [\s\S]*\ncaused by Error: the disk is full\n[\s\S]*\ncaused by RangeError: deeper/,
    );
  });

  test("leaves out fields of errors, which may hold request data", () => {
    const error = Object.assign(new Error("refused"), { config: { password: "hush" }, request: { body: "hush" } });
    const [line] = logged((log) => log.error("failed", { error }));
    expect(JSON.stringify(line)).not.toContain("hush");
  });

  test("logs circular causes and bigints", () => {
    const error = new Error("round");
    error.cause = error;
    const [line] = logged((log) => log.error("failed", { error, bytes: 2n ** 64n }));
    expect(line).toMatchObject({ message: "failed", bytes: "18446744073709551616" });
    expect(line?.error).toContain("Error: round");
  });
});
