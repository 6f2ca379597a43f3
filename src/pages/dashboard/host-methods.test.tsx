import { beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../../testing/network.ts";
import { sampleDashboard } from "../../testing/sample-dashboard.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import type { HostChannel } from "../../web/session/host-channel.ts";
import { hostMethods } from "./host-methods.ts";
import { initialMasks } from "./state/masks.ts";
import { createDashboardStore } from "./state/store.ts";

function open(host?: Partial<HostChannel>) {
  const asked = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "POST /api/v1/dashboard/5/permalink": { status: 201, body: { key: "k", url: "http://bi/superset/dashboard/p/k/" } },
  });
  const dashboard = sampleDashboard();
  const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
  const setAppearance = vi.fn();
  const methods = hostMethods({ store, host: host as HostChannel | undefined, setAppearance });
  return { asked, store, setAppearance, ask: (name: string, args = {}) => methods[name]?.(args) };
}

beforeEach(forgetCsrfToken);

describe("the page around an embedded dashboard", () => {
  test("is told the open tabs, the filters and what charts keep", () => {
    const { ask, store } = open();
    expect(ask("getActiveTabs")).toEqual(["TAB-a"]);
    store.getState().openTab("TABS-1", "TAB-b");
    expect(ask("getActiveTabs")).toEqual(["TAB-b"]);
    expect(Object.keys(ask("getDataMask") as object)).toContain("NATIVE_FILTER-origin");
    store.getState().setOwnState(1, { currentPage: 2 });
    expect(ask("getChartStates")).toEqual({ 1: { currentPage: 2 } });
  });

  test("gets a link to what is shown, at a place of the layout where it names one", async () => {
    const { ask, asked, store } = open();
    store.getState().openTab("TABS-1", "TAB-b");
    expect(await ask("getDashboardPermalink", { anchor: "HEADER-1" })).toBe("http://bi/superset/dashboard/p/k/");
    const { body } = asked.find(({ method }) => method === "POST") ?? {};
    expect(body).toMatchObject({ activeTabs: ["TAB-b"], anchor: "HEADER-1", urlParams: [] });
    await ask("getDashboardPermalink", { anchor: 7 });
    expect(asked.at(-1)?.body).not.toHaveProperty("anchor");
  });

  test("may give the link an address of its own", async () => {
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

  test("chooses no theme that there is not", () => {
    const { ask, setAppearance } = open();
    for (const mode of ["pink", undefined, "constructor"]) ask("setThemeMode", { mode });
    expect(setAppearance).not.toHaveBeenCalled();
  });

  test("learns how large its frame has to be, before the dashboard is there too", () => {
    const methods = hostMethods({ store: undefined, host: undefined, setAppearance: vi.fn() });
    expect(methods.getScrollSize?.({})).toEqual({ width: 0, height: 0 });
    const canvas = document.createElement("div");
    canvas.dataset.dashboardCanvas = "";
    Object.defineProperties(canvas, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } });
    document.body.append(canvas);
    expect(methods.getScrollSize?.({})).toEqual({ width: 0, height: 600 });
    canvas.remove();
    expect(() => methods.getActiveTabs?.({})).toThrow("the dashboard is not open yet");
  });
});
