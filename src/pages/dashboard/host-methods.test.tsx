import { beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../../testing/network.ts";
import { sampleDashboard } from "../../testing/sample-dashboard.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import type { HostChannel } from "../../web/session/host-channel.ts";
import { hostMethods } from "./host-methods.ts";
import { initialMasks } from "./state/masks.ts";
import { createDashboardStore } from "./state/store.ts";

function open(host?: Partial<HostChannel>) {
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "POST /api/v1/dashboard/5/permalink": { status: 201, body: { key: "k", url: "http://bi/superset/dashboard/p/k/" } },
  });
  const dashboard = sampleDashboard();
  const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
  const setAppearance = vi.fn();
  const methods = hostMethods({ store, host: host as HostChannel | undefined, setAppearance });
  return { requests, store, setAppearance, ask: (name: string, args = {}) => methods[name]?.(args) };
}

beforeEach(forgetCsrfToken);

describe("the host page of an embedded dashboard", () => {
  test("can read the open tabs, filters and chart states", () => {
    const { ask, store } = open();
    expect(ask("getActiveTabs")).toEqual(["TAB-a"]);
    store.getState().openTab("TABS-1", "TAB-b");
    expect(ask("getActiveTabs")).toEqual(["TAB-b"]);
    expect(Object.keys(ask("getDataMask") as object)).toContain("NATIVE_FILTER-origin");
    store.getState().setOwnState(1, { currentPage: 2 });
    expect(ask("getChartStates")).toEqual({ 1: { currentPage: 2 } });
  });

  test("gets a permalink to the current view, with an optional anchor", async () => {
    const { ask, requests, store } = open();
    store.getState().openTab("TABS-1", "TAB-b");
    expect(await ask("getDashboardPermalink", { anchor: "HEADER-1" })).toBe("http://bi/superset/dashboard/p/k/");
    const { body } = requests.find(({ method }) => method === "POST") ?? {};
    expect(body).toMatchObject({ activeTabs: ["TAB-b"], anchor: "HEADER-1", urlParams: [] });
    await ask("getDashboardPermalink", { anchor: 7 });
    expect(requests.at(-1)?.body).not.toHaveProperty("anchor");
  });

  test("can replace the permalink's URL", async () => {
    const own = open({ ask: async (_, args) => `https://host/${(args as { key: string }).key}` });
    expect(await own.ask("getDashboardPermalink")).toBe("https://host/k");
    const refusing = open({ ask: () => Promise.reject(new Error("no such method")) });
    expect(await refusing.ask("getDashboardPermalink")).toBe("http://bi/superset/dashboard/p/k/");
  });

  test.each([
    ["dark", "dark"],
    ["default", "light"],
    ["system", "system"],
  ])("chooses the %s theme", (mode, appearance) => {
    const { ask, setAppearance } = open();
    ask("setThemeMode", { mode });
    expect(setAppearance).toHaveBeenCalledWith(appearance);
  });

  test("ignores an unknown theme mode", () => {
    const { ask, setAppearance } = open();
    for (const mode of ["pink", undefined, "constructor"]) ask("setThemeMode", { mode });
    expect(setAppearance).not.toHaveBeenCalled();
  });

  test("can read the frame size before the dashboard is open", () => {
    const methods = hostMethods({ store: undefined, host: undefined, setAppearance: vi.fn() });
    expect(methods.getScrollSize?.({})).toEqual({ width: 0, height: 0 });
    const canvas = document.createElement("div");
    canvas.dataset.dashboardCanvas = "";
    Object.defineProperties(canvas, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } });
    document.body.append(canvas);
    expect(methods.getScrollSize?.({})).toEqual({ width: 0, height: 600 });
    canvas.remove();
    expect(() => methods.getActiveTabs?.({})).toThrow("the dashboard isn't open yet");
  });
});
