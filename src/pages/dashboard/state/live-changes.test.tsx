import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { type Answer, serve } from "../../../testing/network.ts";
import { charts, datasets, detailOf, sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { followChanges } from "./live-changes.ts";
import { initialMasks } from "./masks.ts";
import { createDashboardStore } from "./store.ts";

/** The server's side is sent by the test. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static last: Socket | undefined;
  readonly readyState = Socket.OPEN;

  constructor() {
    super();
    Socket.last = this;
  }

  close(): void {}

  say(...changed: object[]): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(changed) }));
  }
}

test("shows what is saved while an earlier change is loaded, and keeps charts that are the same", async () => {
  vi.stubGlobal("WebSocket", Socket);
  let saved = charts;
  const named = (slice_name: string) => charts.map((chart, i) => (i === 0 ? { ...chart, slice_name } : chart));
  const open: (() => void)[] = [];
  serve({
    "GET /api/v1/dashboard/flights": { body: { result: detailOf() } },
    "GET /api/v1/dashboard/flights/datasets": { body: { result: datasets } },
    "GET /api/v1/dashboard/flights/charts": () => {
      const body = { result: saved };
      return new Promise<Answer>((resolve) => open.push(() => resolve({ body })));
    },
  });
  const dashboard = sampleDashboard();
  const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
  const stop = followChanges(store, new QueryClient());
  const [first, second] = charts.map(({ id }) => id) as [number, number];
  const nameOf = () => store.getState().dashboard.charts.get(first)?.slice_name;

  saved = named("Earlier");
  Socket.last?.say({ noun: "chart", id: first });
  await expect.poll(() => open.length).toBe(1);
  saved = named("Later");
  Socket.last?.say({ noun: "chart", id: first });
  open[0]?.();
  await expect.poll(nameOf).toBe("Earlier");
  await expect.poll(() => open.length).toBe(2);
  open[1]?.();
  await expect.poll(nameOf).toBe("Later");
  expect(store.getState().dashboard.charts.get(second)).toBe(dashboard.charts.get(second));
  stop();
});
