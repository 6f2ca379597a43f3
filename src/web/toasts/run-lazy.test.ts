import { afterEach, expect, test, vi } from "vitest";
import { lazy } from "../../ui/lazy.ts";
import { runLazy } from "./run-lazy.ts";
import { dismiss, useToasts } from "./toasts.ts";

const shown = () => useToasts.getState().toasts;

afterEach(() => {
  for (const each of shown()) dismiss(each.id);
  vi.unstubAllGlobals();
});

test("shows a toast if code fails to load, and runs on Retry", async () => {
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

test("reloads the page for code that the server no longer has", async () => {
  vi.stubGlobal("fetch", async () => new Response("ok"));
  const missing = lazy(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await runLazy(missing, () => undefined);
  expect(shown()).toMatchObject([
    { text: expect.stringContaining("if the server was updated"), action: { label: "Retry" } },
  ]);
});

test("passes on errors of the action", async () => {
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
