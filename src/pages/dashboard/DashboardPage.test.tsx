import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  chartDataRoutes,
  contextsOf,
  dashboardRoutes,
  grantAllAccess,
  openAt,
  signIn,
} from "../../testing/dashboard-page.tsx";
import { pickFromMenu } from "../../testing/menus.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { detailOf, filters } from "../../testing/sample-dashboard.ts";
import { SLOW_DEBOUNCE_MS } from "../../web/client/clock.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { DashboardPage } from "./DashboardPage.tsx";
import { PermalinkPage } from "./PermalinkPage.tsx";

const PAGES = [
  { path: "/superset/dashboard/:idOrSlug/", element: <DashboardPage /> },
  { path: "/superset/dashboard/p/:key/", element: <PermalinkPage /> },
];

beforeEach(() => {
  localStorage.clear();
  grantAllAccess();
  signIn();
  useToasts.setState({ toasts: [] });
});

function open(routes: Routes = dashboardRoutes(), search = "") {
  const requests = serve(routes);
  return { requests, ...openAt(`/superset/dashboard/flights/${search}`, PAGES) };
}

const chartIds = (requests: Parameters<typeof contextsOf>[0]) =>
  contextsOf(requests)
    .map((context) => (context.form_data as { slice_id?: number } | null)?.slice_id)
    .filter((id) => id !== undefined);

describe("opening a dashboard", () => {
  it("shows title, tabs, tiles and text, and requests only the charts of the open tab", async () => {
    const { requests } = open();
    await screen.findByText("Chart 1");
    expect(screen.getAllByText("US flight delays").length).toBeGreaterThan(0);
    expect(screen.getByRole("tab", { name: "Delays", selected: true })).toBeTruthy();
    expect(screen.queryByText("Chart 4")).toBeNull();
    expect(await screen.findByText("Source")).toBeTruthy();
    await waitFor(() => expect(new Set(chartIds(requests))).toEqual(new Set([1, 2, 3])));
    await userEvent.click(screen.getByRole("tab", { name: "Cities" }));
    expect(await screen.findByRole("heading", { name: "All cities" })).toBeTruthy();
    await waitFor(() => expect(chartIds(requests)).toContain(4));
  });

  it.each([
    [30, "every 30 seconds"],
    [3600, "every hour"],
    [1, "every second"],
  ])("shows the refresh interval of %i seconds beside the age of the data", async (seconds, words) => {
    open(dashboardRoutes({ refresh_frequency: seconds }));
    expect((await screen.findAllByText(new RegExp(`^Data as of .* · ${words}$`), {}, { timeout: 5000 })).length).toBe(
      2,
    );
  });

  it("shows the dashboard on a phone with a note that editing needs a wider window", async () => {
    signIn([
      ["can_read", "Dashboard"],
      ["can_write", "Dashboard"],
    ]);
    const wide = window.matchMedia;
    vi.stubGlobal("matchMedia", (query: string) => ({ ...wide(query), matches: /max-width: 767px/.test(query) }));
    try {
      open(dashboardRoutes(), "?edit=true");
      expect(await screen.findByText("To edit this dashboard, use a window at least 768 px wide.")).toBeTruthy();
      expect(await screen.findByText("Chart 1")).toBeTruthy();
      expect(screen.queryByRole("textbox", { name: "Dashboard title" })).toBeNull();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("announces once how many charts were updated", async () => {
    open();
    await screen.findByText("3 of 3 charts updated");
  });

  it("counts failed charts under the tabs and retries them without the cache", async () => {
    let fails = true;
    const failing = chartDataRoutes((context) =>
      fails && (context.form_data as { slice_id?: number } | null)?.slice_id === 3
        ? "no such table: airports"
        : undefined,
    );
    const { requests } = open({ ...dashboardRoutes(), ...failing });
    await screen.findByText("1 chart failed");
    fails = false;
    const line = screen.getByText("1 chart failed").parentElement as HTMLElement;
    await userEvent.click(within(line).getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText("1 chart failed")).toBeNull());
    expect(contextsOf(requests).at(-1)?.force).toBe(true);
  });

  it.each([
    ["?force=true", true],
    ["?force=false", undefined],
    ["", undefined],
  ])("bypasses the cache when the address has %s", async (search, force) => {
    const { requests } = open(dashboardRoutes(), search);
    await waitFor(() => expect(chartIds(requests).length).toBeGreaterThan(1));
    const ofCharts = contextsOf(requests).filter(({ form_data }) => form_data?.slice_id !== undefined);
    expect(new Set(ofCharts.map((context) => context.force))).toEqual(new Set([force]));
  });

  it("keeps a chart whose refresh failed, shows the age of its data, and refreshes it", async () => {
    let fails = false;
    const routes = chartDataRoutes((context) =>
      fails && (context.form_data as { slice_id?: number } | null)?.slice_id === 1 ? "the database is down" : undefined,
    );
    open({ ...dashboardRoutes(), ...routes });
    await screen.findByText("3 of 3 charts updated");
    fails = true;
    await userEvent.click(screen.getByRole("button", { name: "Refresh dashboard" }));
    expect(await screen.findByText("1 chart is stale")).toBeTruthy();
    const tile = document.querySelector<HTMLElement>("[data-tile='1']") as HTMLElement;
    expect(within(tile).getByText(/^Refresh failed: the database is down\. Data from /).title).toBe(
      "the database is down",
    );
    expect(within(tile).getByText(/^\d\d:\d\d$/)).toBeTruthy();
    fails = false;
    await userEvent.click(within(tile).getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(screen.queryByText("1 chart is stale")).toBeNull());
  });

  it("shows “Refresh failed” beside the title when no chart could be refreshed", async () => {
    let fails = false;
    open({ ...dashboardRoutes(), ...chartDataRoutes(() => (fails ? "the database is down" : undefined)) });
    await screen.findByText("3 of 3 charts updated");
    fails = true;
    await userEvent.click(screen.getByRole("button", { name: "Refresh dashboard" }));
    expect((await screen.findAllByText("Refresh failed")).length).toBeGreaterThan(0);
  });

  it("shows when charts were queried if the dashboard has that setting", async () => {
    open(dashboardRoutes({ show_chart_timestamps: true }));
    const tile = await screen.findByRole("region", { name: "Chart 1" });
    expect((await within(tile).findByText(/^Queried \d+ \w+ \d{4}, \d\d:\d\d$/)).title).not.toBe("");
  });

  it("applies the dashboard's own CSS to the dashboard only", async () => {
    const routes = dashboardRoutes();
    const { result } = (routes["GET /api/v1/dashboard/flights"] as { body: { result: object } }).body;
    const css = "h3 { letter-spacing: 3px }";
    open({ ...routes, "GET /api/v1/dashboard/flights": { body: { result: { ...result, css } } } });
    await screen.findByText("Chart 1");
    const style = [...document.querySelectorAll("style")].find(({ textContent }) => textContent?.includes(css));
    expect(style?.textContent).toMatch(/^@scope \(\[data-dashboard\]\)/);
    expect(document.querySelector("[data-dashboard] h3")).toBeTruthy();
  });

  it("uses the dashboard's own theme", async () => {
    const routes = dashboardRoutes();
    const { result } = (routes["GET /api/v1/dashboard/flights"] as { body: { result: object } }).body;
    const theme = { id: 6, theme_name: "Copper", json_data: '{"token": {"colorPrimary": "#a04f14"}}' };
    open({ ...routes, "GET /api/v1/dashboard/flights": { body: { result: { ...result, theme } } } });
    await screen.findByText("Chart 1");
    await waitFor(() => {
      const styles = [...document.querySelectorAll("style")].map(({ textContent }) => textContent ?? "");
      expect(styles.some((text) => /^\[data-dashboard\][^}]*--tessera-color-primary:#a04f14/.test(text))).toBe(true);
    });
  });

  it("says that a permalink doesn't exist", async () => {
    serve({ "GET /api/v1/dashboard/permalink/gone": { status: 404, body: { message: "Not found" } } });
    openAt("/superset/dashboard/p/gone/", PAGES);
    expect(await screen.findByRole("heading", { name: "This link doesn't exist" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "All dashboards" })).toBeTruthy();
  });

  it("explains a missing dashboard and one without access", async () => {
    open({ "GET /api/v1/dashboard/flights": { status: 404, body: { message: "Not found" } } });
    expect(await screen.findByRole("heading", { name: "This dashboard doesn't exist" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "All dashboards" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Sign in as another user" })).toBeNull();
    const message = "You don't have access to this dashboard.";
    const owners = [{ id: 7, first_name: "Ada", last_name: "Byron", email: "ada@example.com" }];
    const error = { message, error_type: "DASHBOARD_SECURITY_ACCESS_ERROR", level: "warning", extra: { owners } };
    open({ "GET /api/v1/dashboard/flights": { status: 403, body: { message, errors: [error] } } });
    expect(await screen.findByRole("heading", { name: "You don't have access to this dashboard" })).toBeTruthy();
    const ask = await screen.findByRole("link", { name: "Request access" });
    expect(ask.getAttribute("href")).toMatch(/^mailto:ada%40example\.com\?/);
    expect(screen.getByText(/owners can share it/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sign in as another user" })).toBeTruthy();
  });

  it.each([
    ["in a window", false],
    ["on a phone, with a note about the window width", true],
  ])("invites owners to fill an empty dashboard %s", async (_, isPhone) => {
    const wide = window.matchMedia;
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal("matchMedia", (query: string) => ({
      ...wide(query),
      matches: isPhone && /max-width: 767px/.test(query),
    }));
    const routes = dashboardRoutes();
    const { result } = (routes["GET /api/v1/dashboard/flights"] as { body: { result: object } }).body;
    open({
      ...routes,
      "GET /api/v1/dashboard/flights": { body: { result: { ...result, position_json: "{}", json_metadata: "{}" } } },
      "GET /api/v1/dashboard/flights/charts": { body: { result: [] } },
    });
    expect(await screen.findByText("This dashboard is empty")).toBeTruthy();
    expect(screen.queryAllByRole("button", { name: /Add charts/ })).toHaveLength(isPhone ? 0 : 1);
    expect(screen.queryAllByText("To add charts, use a window at least 768 px wide.")).toHaveLength(isPhone ? 1 : 0);
  });

  it("requests no data for charts whose required filter is empty", async () => {
    const required = { ...filters[0], controlValues: { enableEmptyFilter: true } };
    const { requests } = open(dashboardRoutes({ native_filter_configuration: [required] }));
    expect((await screen.findAllByText("Choose a value for “Origin” to see this chart")).length).toBe(3);
    expect(chartIds(requests)).toEqual([]);
  });
});

const ORD =
  "(NATIVE_FILTER-origin:(extraFormData:(filters:!((col:origin,op:IN,val:!(ORD)))),filterState:(label:ORD,value:!(ORD))))";
const FROM_ORD = `?native_filters=${encodeURIComponent(ORD)}`;

describe("the URL", () => {
  it("starts with inline filters and stores later ones on the server under a key", async () => {
    const { requests, router } = open(dashboardRoutes(), FROM_ORD);
    await screen.findByText("3 of 3 charts updated");
    expect(contextsOf(requests).find((one) => one.form_data?.slice_id)?.queries[0]?.filters).toContainEqual(
      expect.objectContaining({ col: "origin", op: "IN", val: ["ORD"] }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(router.state.location.search).toBe("?native_filters_key=k1"), { timeout: 3000 });
    const posted = requests.find(({ method, path }) => method === "POST" && path.endsWith("/filter_state"));
    const { value } = (posted as { body: { value: string } }).body;
    expect(JSON.parse(value)["NATIVE_FILTER-origin"].filterState.value).toBeNull();
  });

  it("stores the filters when the page is left right away", async () => {
    const { requests } = open(dashboardRoutes(), FROM_ORD);
    await screen.findByText("3 of 3 charts updated");
    const posted = () => requests.some(({ path }) => path.endsWith("/filter_state"));
    const real = setTimeout;
    vi.stubGlobal("setTimeout", (act: () => void, ms = 0) => (ms >= SLOW_DEBOUNCE_MS ? 0 : real(act, ms)));
    await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
    expect(posted()).toBe(false);
    await vi.waitFor(() => {
      fireEvent(window, new Event("pagehide"));
      expect(posted()).toBe(true);
    });
  });

  it("puts the open tab into the hash", async () => {
    const { router } = open();
    await screen.findByText("Chart 1");
    await userEvent.click(screen.getByRole("tab", { name: "Cities" }));
    expect(router.state.location.hash).toBe("#TAB-b");
  });

  it("opens the dashboard of a permalink with its stored state", async () => {
    const mask = {
      extraFormData: { filters: [{ col: "origin", op: "IN", val: ["LAX"] }] },
      filterState: { value: ["LAX"], label: "LAX" },
    };
    const state = { dataMask: { "NATIVE_FILTER-origin": mask }, activeTabs: ["TAB-b"], urlParams: [["team", "ops"]] };
    const requests = serve({
      ...dashboardRoutes(),
      "GET /api/v1/dashboard/permalink/abc": { body: { dashboardId: "flights", state } },
    });
    const { router } = openAt("/superset/dashboard/p/abc/", PAGES);
    expect(await screen.findByRole("heading", { name: "All cities" })).toBeTruthy();
    expect(router.state.location.search).toBe("?team=ops&permalink_key=abc");
    await waitFor(() => expect(chartIds(requests)).toEqual([4]));
    const { form_data, queries } = contextsOf(requests).find((one) => one.form_data?.slice_id) ?? {};
    expect(queries?.[0]?.filters).toEqual([expect.objectContaining({ col: "origin", op: "IN", val: ["LAX"] })]);
    expect(form_data).toMatchObject({ dashboardId: 5, url_params: { team: "ops" } });
  });

  it.each([
    ["native_filters_key=gone", "The filters in this link couldn't be loaded. The link may have expired."],
    ["permalink_key=gone", "The filters in this link couldn't be loaded. The link may have expired."],
    [
      "native_filters=(NATIVE_FILTER-origin:(filterSt",
      "The filters in this link couldn't be read. The link may be incomplete.",
    ],
  ])("warns once that the filters of %s are lost", async (search, words) => {
    useToasts.setState({ toasts: [] });
    open(dashboardRoutes(), `?${search}`);
    expect(await screen.findByText("Chart 1")).toBeTruthy();
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([words]);
  });

  it("hides the parts that standalone turns off", async () => {
    open(dashboardRoutes(), "?standalone=2&show_filters=0");
    await screen.findByText("Chart 1");
    expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
    expect(screen.queryByRole("complementary", { name: "Filters" })).toBeNull();
    expect(document.documentElement.hasAttribute("data-alone")).toBe(true);
  });
});

describe("the header", () => {
  it("reports that the favorite status couldn't be fetched", async () => {
    open({
      ...dashboardRoutes(),
      "GET /api/v1/dashboard/favorite_status/": { status: 500, body: { message: "down" } },
    });
    const text = "There was an issue fetching the favorite status of this dashboard.";
    await waitFor(() => expect(useToasts.getState().toasts.map((one) => one.text)).toContain(text));
  });

  it("publishes and hides for owners", async () => {
    const requests = serve({
      ...dashboardRoutes(),
      "PUT /api/v1/dashboard/5": { body: { id: 5, result: {}, last_modified_time: 1 } },
    });
    openAt("/superset/dashboard/flights/", PAGES);
    await userEvent.click(await screen.findByRole("button", { name: "Published. Click to change to draft" }));
    await screen.findByRole("button", { name: "Draft. Click to publish" });
    expect(useToasts.getState().toasts.map((one) => one.text)).toEqual(["This dashboard is now hidden"]);
    expect(requests.find(({ method, path }) => method === "PUT" && path === "/api/v1/dashboard/5")?.body).toEqual({
      published: false,
    });
    await userEvent.click(screen.getByRole("button", { name: "Draft. Click to publish" }));
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toBe("This dashboard is now published"));
  });

  it("reports a forbidden publish", async () => {
    serve({ ...dashboardRoutes(), "PUT /api/v1/dashboard/5": { status: 403, body: { message: "Forbidden" } } });
    openAt("/superset/dashboard/flights/", PAGES);
    await userEvent.click(await screen.findByRole("button", { name: "Published. Click to change to draft" }));
    await waitFor(() =>
      expect(useToasts.getState().toasts.at(-1)?.text).toBe("You do not have permissions to edit this dashboard."),
    );
  });

  it("copies a link with filters, tabs and parameters", async () => {
    const write = vi.fn(async () => {});
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: write } });
    const requests = serve({
      ...dashboardRoutes(),
      "POST /api/v1/dashboard/5/permalink": { status: 201, body: { key: "abc", url: "/superset/dashboard/p/abc/" } },
    });
    openAt("/superset/dashboard/flights/", PAGES);
    await userEvent.click(await screen.findByRole("button", { name: /Share/ }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "With the current filters and tabs" }));
    await waitFor(() =>
      expect(screen.getByRole("textbox", { name: "Link" })).toHaveProperty(
        "value",
        expect.stringMatching(/\/p\/abc\/$/),
      ),
    );
    await userEvent.click(screen.getByRole("button", { name: "Copy link" }));
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toBe("Link Copied!"));
    const body = requests.find(({ path }) => path.endsWith("/permalink"))?.body as {
      activeTabs: string[];
      dataMask: object;
    };
    expect(body.activeTabs).toEqual(["TAB-a"]);
    expect(Object.keys(body.dataMask)).toContain("NATIVE_FILTER-origin");
  });

  it("offers no editing to users who don't own the dashboard", async () => {
    signIn([["can_read", "Dashboard"]]);
    open();
    await screen.findByText("Chart 1");
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    expect(screen.getByText("Published").closest("button")).toBeNull();
  });
});

describe("the filter bar", () => {
  it("starts collapsed when there are no filters", async () => {
    serve(dashboardRoutes({ native_filter_configuration: [] }));
    openAt("/superset/dashboard/flights/", PAGES);
    await userEvent.click(await screen.findByRole("button", { name: "Open filters" }));
    expect(await screen.findByText("This dashboard has no filters.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Collapse filters" }));
    expect(await screen.findByRole("button", { name: "Open filters" })).toBeTruthy();
  });
});

describe("filter settings", () => {
  const settings = (change: Record<string, unknown>) => {
    const detail = detailOf({ ...change });
    return serve({
      ...dashboardRoutes(),
      "PUT /api/v1/dashboard/5": { body: { id: 5, result: {}, last_modified_time: 1 } },
      "GET /api/v1/dashboard/5": { body: { result: detail } },
    });
  };
  const choose = async (name: string | RegExp) => {
    await userEvent.click(await screen.findByRole("button", { name: "Filter settings" }));
    await pickFromMenu(name);
  };

  it("move the filter bar to the top and leave the other metadata unchanged", async () => {
    const requests = settings({ filter_bar_orientation: "HORIZONTAL" });
    openAt("/superset/dashboard/flights/", PAGES);
    await choose("Filter bar: top");
    expect(await screen.findByRole("button", { name: "Collapse filters" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("separator", { name: "Filter bar width" })).toBeNull());
    const { body } = requests.find(({ method }) => method === "PUT") ?? {};
    const sent = JSON.parse((body as { json_metadata: string }).json_metadata);
    expect(sent.filter_bar_orientation).toBe("HORIZONTAL");
    expect(sent.native_filter_configuration).toHaveLength(filters.length);
  });

  it("open the filters on a phone too, in the filter sheet", async () => {
    const wide = window.matchMedia;
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal("matchMedia", (query: string) => ({ ...wide(query), matches: /max-width: 767px/.test(query) }));
    settings({});
    openAt("/superset/dashboard/flights/", PAGES);
    await userEvent.click(await screen.findByRole("button", { name: /^Filters/ }));
    await choose("Add or edit filters and controls");
    expect(await screen.findByRole("button", { name: "Save filters" }, { timeout: 10_000 })).toBeTruthy();
  });

  it("give a chart a custom cross-filter scope", async () => {
    const requests = settings({});
    openAt("/superset/dashboard/flights/", PAGES);
    await choose("Cross-filter scoping");
    // Not by name: in tests all antd parts share one id, including the tooltip of the clicked button.
    const dialog = within(await screen.findByRole("dialog", {}, { timeout: 20_000 }));
    expect(dialog.getByText("Cross-filter scoping")).toBeTruthy();
    fireEvent.mouseDown(await dialog.findByRole("combobox", { name: "Add custom scoping" }));
    fireEvent.click(await screen.findByText("Chart 1", { selector: ".ant-select-item-option-content" }));
    await dialog.findByRole("button", { name: "Chart 1", current: true });
    const leaf = [...document.querySelectorAll(".ant-tree-treenode")].find((node) => node.textContent === "Chart 3");
    fireEvent.click(leaf?.querySelector(".ant-tree-checkbox") as Element);
    await userEvent.click(dialog.getByRole("button", { name: "Save scoping" }));
    await waitFor(() => expect(requests.some(({ method }) => method === "PUT")).toBe(true));
    const { body } = requests.find(({ method }) => method === "PUT") ?? {};
    const sent = JSON.parse((body as { json_metadata: string }).json_metadata);
    const scope = sent.chart_configuration["1"].crossFilters;
    expect(scope.scope.excluded).toContain(3);
    expect(scope.chartsInScope).not.toContain(3);
    expect(scope.chartsInScope).toContain(2);
    expect(sent.global_chart_configuration.scope).toEqual({ rootPath: ["ROOT_ID"], excluded: [] });
  });

  it("report a forbidden change of cross-filters", async () => {
    serve({
      ...dashboardRoutes(),
      "GET /api/v1/dashboard/5": { body: { result: detailOf() } },
      "PUT /api/v1/dashboard/5": { status: 403, body: { message: "Forbidden" } },
    });
    openAt("/superset/dashboard/flights/", PAGES);
    await choose(/Enable cross-filtering/);
    await waitFor(() =>
      expect(useToasts.getState().toasts[0]?.text).toBe("You do not have permission to edit this dashboard"),
    );
  });
});

describe("keyboard shortcuts", () => {
  it("opens tabs by number, toggles filters and refreshes", async () => {
    const { requests } = open();
    await screen.findByText("3 of 3 charts updated");
    await userEvent.keyboard("f");
    expect(screen.getByRole("button", { name: "Open filters" })).toBeTruthy();
    const before = contextsOf(requests).length;
    await userEvent.keyboard("r");
    await waitFor(() => expect(contextsOf(requests).length).toBe(before + 3));
    expect(
      contextsOf(requests)
        .slice(before)
        .every((context) => context.force),
    ).toBe(true);
    await userEvent.keyboard("2");
    expect(await screen.findByRole("heading", { name: "All cities" })).toBeTruthy();
  });

  it("clears a cross-filter by Escape, from where the focus may be", async () => {
    const crossed = "(1:(id:1,extraFormData:(filters:!((col:origin,op:IN,val:!(ORD)))),filterState:(label:ORD)))";
    open(dashboardRoutes(), `?native_filters=${encodeURIComponent(crossed)}`);
    const chip = { name: "Clear cross-filter origin ORD" };
    await screen.findByRole("button", chip);
    const [badge] = await screen.findAllByRole("button", { name: "1 filter applied" });
    await userEvent.click(badge as HTMLElement);
    await screen.findByText("Applied (1)");
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("button", chip)).toBeTruthy();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("1 filter applied");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("button", chip)).toBeNull());
  });

  it("opens the menu and the table of a focused tile", async () => {
    open();
    const tile = (await screen.findByRole("region", { name: "Chart 1" })) as HTMLElement;
    await screen.findByText("3 of 3 charts updated");
    act(() => tile.focus());
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText("Enter fullscreen")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    act(() => tile.focus());
    await userEvent.keyboard("t");
    expect(await screen.findByText("Data in “Chart 1”")).toBeTruthy();
    expect(await screen.findByText("8 rows")).toBeTruthy();
  });
});
