import { afterEach, expect, test } from "vitest";
import { dismiss, useToasts } from "./toasts.ts";
import { withCode } from "./with-code.ts";

const shown = () => useToasts.getState().toasts;

afterEach(() => {
  for (const each of shown()) dismiss(each.id);
});

test("what takes code that does not come says so, and is done on Retry once it comes", async () => {
  const done: string[] = [];
  let isOnline = false;
  const load = async () => {
    if (!isOnline) throw new TypeError("Failed to fetch dynamically imported module");
    return "code";
  };
  await withCode(load, (code) => done.push(code));
  expect(shown()).toMatchObject([{ kind: "danger", text: expect.stringContaining("the server could not be reached") }]);
  isOnline = true;
  shown()[0]?.action?.run();
  await expect.poll(() => done).toEqual(["code"]);
  expect(shown()).toHaveLength(1);
});

test("a mistake of what is done is none of the code's", async () => {
  const act = () => {
    throw new Error("of its own");
  };
  await expect(withCode(async () => "code", act)).rejects.toThrow("of its own");
  expect(shown()).toEqual([]);
});
