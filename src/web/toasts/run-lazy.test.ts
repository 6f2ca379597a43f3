import { afterEach, expect, test, vi } from "vitest";
import { lazy } from "../../ui/lazy.ts";
import { runLazy } from "./run-lazy.ts";
import { dismiss, useToasts } from "./toasts.ts";

const shown = () => useToasts.getState().toasts;

afterEach(() => {
  for (const each of shown()) dismiss(each.id);
  vi.unstubAllGlobals();
});

test("what takes code that does not come says so, and is done on Retry once it comes", async () => {
  const done: string[] = [];
  let isOnline = false;
  const load = async () => {
    if (!isOnline) throw new TypeError("Failed to fetch dynamically imported module");
    return "code";
  };
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await runLazy(lazy(load), (code) => done.push(code));
  expect(shown()).toMatchObject([{ kind: "danger", text: expect.stringContaining("the server can't be reached") }]);
  isOnline = true;
  shown()[0]?.action?.run();
  await expect.poll(() => done).toEqual(["code"]);
  expect(shown()).toHaveLength(1);
});

test("what the server has no more comes with the whole page", async () => {
  vi.stubGlobal("fetch", async () => new Response("ok"));
  const missing = lazy(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await runLazy(missing, () => undefined);
  expect(shown()).toMatchObject([
    { text: expect.stringContaining("if the server was updated"), action: { label: "Retry" } },
  ]);
});

test("a mistake of what is done is none of the code's", async () => {
  const act = () => {
    throw new Error("of its own");
  };
  await expect(
    runLazy(
      lazy(async () => "code"),
      act,
    ),
  ).rejects.toThrow("of its own");
  expect(shown()).toEqual([]);
});
