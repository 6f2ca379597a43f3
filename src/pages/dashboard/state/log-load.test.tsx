import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../testing/dashboard-page.tsx";
import { type RecordedRequest, serve } from "../../../testing/network.ts";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { logLoad } from "./log-load.ts";
import { initialMasks } from "./masks.ts";
import { createDashboardStore } from "./store.ts";

let requests: readonly RecordedRequest[];
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  signIn([["can_log", "Superset"]]);
  requests = serve({ "POST /superset/log/": { body: "" } });
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const dashboard = sampleDashboard();
  const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
  logLoad(store, Date.now());
  return store.getState();
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const events = () => requests.flatMap(({ body }) => (body as { events: object[] }).events);
const rows = (rowcount: number) => ({ status: "ready" as const, results: [{ rowcount }] });

test("logs the first view once its last tile is drawn", async () => {
  const { report } = open();
  report({ 1: { status: "loading" } });
  await pass(100);
  report({ 1: rows(20) });
  await pass(400);
  report({ 2: { status: "loading" } });
  await pass(1500);
  report({ 2: rows(5) });
  await pass(500);
  expect(events()).toEqual([]);
  await pass(2000);
  report({ 1: rows(7) });
  await pass(5000);
  expect(events()).toMatchObject([{ event_name: "load_dashboard", source: "dashboard", charts: 2, rows: 25 }]);
  const [{ duration }] = events() as [{ duration: number }];
  expect(duration).toBeGreaterThanOrEqual(2000);
  expect(duration).toBeLessThan(2100);
});

test("logs nothing if a chart failed, or the user did something before", async () => {
  open().report({ 1: { status: "failed" } });
  await pass(5000);
  const { report } = open();
  report({ 1: rows(1) });
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  await pass(5000);
  expect(events()).toEqual([]);
});
