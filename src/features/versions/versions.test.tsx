import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { VersionsDialog } from "./VersionsDialog.tsx";

const version = (number: number, changed: string[]) => ({
  version: number,
  saved_on: "2024-11-14T09:00:00.000000",
  saved_on_delta_humanized: "a day ago",
  saved_by: { id: 1, first_name: "Ada", last_name: "Lovelace" },
  changed,
  changes: changed.map((path) => ({ path, kind: "changed" })),
});

const ROUTES: Routes = {
  "GET /api/v1/chart/7/versions/": {
    body: { count: 2, result: [version(2, ["slice_name", "params.metric", "params.show_labels"]), version(1, [])] },
  },
  "GET /api/v1/chart/7/versions/compare/": ({ query }) => ({
    body: {
      count: 2,
      result: [
        { path: "slice_name", before: query.has("to") ? "Old name" : "First name", after: "New name" },
        { path: "params.show_labels", before: true, after: false },
      ],
    },
  }),
  "GET /api/v1/explore/": {
    body: {
      result: {
        form_data: { viz_type: "pie", datasource: "3__table" },
        dataset: { id: 3, table_name: "flights", columns: [], metrics: [] },
        slice: null,
        metadata: null,
      },
    },
  },
  "POST /api/v1/chart/7/versions/1/restore/": { body: { id: 7, version: 3 } },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
};

const DASHBOARD = {
  dashboard_title: "Flights",
  css: ".a {}",
  theme_id: 4,
  json_metadata: JSON.stringify({ refresh_frequency: 60 }),
  position_json: JSON.stringify({ ROOT_ID: { id: "ROOT_ID" } }),
};
const DASHBOARD_ROUTES: Routes = {
  "GET /api/v1/dashboard/7/versions/": { body: { count: 2, result: [version(2, ["css"]), version(1, [])] } },
  "GET /api/v1/dashboard/7/versions/compare/": { body: { count: 0, result: [] } },
  "GET /api/v1/dashboard/7/versions/1": { body: { result: { ...version(1, []), content: DASHBOARD } } },
  "GET /api/v1/dashboard/7": { body: { result: { id: 7, ...DASHBOARD } } },
  "POST /api/v1/dashboard/7/copy/": { body: { result: { id: 12, last_modified_time: 1 } } },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
};

function open(canRestore = true, routes: Routes = ROUTES, noun: "chart" | "dashboard" = "chart") {
  const requests = serve(routes);
  const [restored, openedAsNew] = [vi.fn(), vi.fn()];
  render(
    <QueryClientProvider client={queryClient}>
      <VersionsDialog
        noun={noun}
        id={7}
        name="Delays"
        canRestore={canRestore}
        onClose={vi.fn()}
        onRestored={restored}
        onOpenAsNew={openedAsNew}
      />
    </QueryClientProvider>,
  );
  return { requests, restored, openedAsNew };
}

function signInWith(...pairs: [view: string, permission: string][]): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(
    signedIn({ ...user, roles: { Alpha: pairs.map(([view, permission]) => [permission, view] as const) } }),
    true,
  );
}

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  signInWith(["Chart", "can_write"], ["Dashboard", "can_write"], ["Explore", "can_read"]);
});

describe("versions of a chart", () => {
  test("show who saved what, and what the last save changed", async () => {
    open();
    expect(await screen.findByText("Name, Metric, and Show labels changed")).toBeTruthy();
    expect(screen.getAllByText("Ada Lovelace")).toHaveLength(2);
    expect(await screen.findByText("Old name")).toBeTruthy();
    expect((screen.getByRole("button", { name: "Restore version 2" }) as HTMLButtonElement).disabled).toBe(true);
  });

  test("compare with the current version and restore", async () => {
    const { requests, restored } = open();
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    expect(await screen.findByText("First name")).toBeTruthy();
    expect(screen.getByRole("row", { name: "Show labels True False" })).toBeTruthy();
    expect(
      requests
        .filter(({ path }) => path.endsWith("/compare/"))
        .at(-1)
        ?.query.toString(),
    ).toBe("from=1");
    await userEvent.click(screen.getByRole("button", { name: "Restore version 1" }));
    await waitFor(() => expect(restored).toHaveBeenCalled());
  });

  test("can't be restored without permission", async () => {
    open(false);
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    expect((screen.getByRole("button", { name: "Restore version 1" }) as HTMLButtonElement).disabled).toBe(true);
  });

  test("show 50 changes per page", async () => {
    const result = Array.from({ length: 51 }, (_, index) => ({ path: `params.key${index}`, before: 1, after: 2 }));
    const many = { body: { count: 51, result } };
    open(true, { ...ROUTES, "GET /api/v1/chart/7/versions/compare/": many });
    const pages = within(await screen.findByRole("navigation", { name: "Pagination" }));
    expect(screen.getAllByRole("row")).toHaveLength(51);
    await userEvent.click(pages.getByRole("button", { name: "Next" }));
    expect(pages.getByText("2 of 2")).toBeTruthy();
    expect(screen.getAllByRole("row")).toHaveLength(2);
  });

  test("load older ones on request, 50 at a time", async () => {
    const pages: Routes = {
      ...ROUTES,
      "GET /api/v1/chart/7/versions/": ({ query }) => {
        const first = query.get("q")?.includes("page:0") ? 60 : 10;
        const result = Array.from({ length: first === 60 ? 50 : 10 }, (_, at) => version(first - at, ["slice_name"]));
        return { body: { count: 60, result } };
      },
    };
    open(true, pages);
    const list = within(await screen.findByRole("list", { name: "Versions, newest first" }));
    expect(list.getAllByRole("listitem")).toHaveLength(50);
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("Version 1")).toBeTruthy();
    expect(list.getAllByRole("listitem")).toHaveLength(60);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("show that a version is identical to the current one", async () => {
    open(true, { ...ROUTES, "GET /api/v1/chart/7/versions/compare/": { body: { count: 0, result: [] } } });
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    expect(await screen.findByText("Identical to the current version.")).toBeTruthy();
    expect(screen.getByText("Restoring creates a new version. Nothing is lost.")).toBeTruthy();
  });

  test("show the server as the author of unknown saves, and don't compare the first one", async () => {
    const only = { ...version(1, []), saved_by: null };
    const { requests } = open(true, {
      ...ROUTES,
      "GET /api/v1/chart/7/versions/": { body: { count: 1, result: [only] } },
    });
    expect(await screen.findByText("System")).toBeTruthy();
    expect(screen.getByText("First version")).toBeTruthy();
    expect(screen.getByText("This is the first version.")).toBeTruthy();
    expect(requests.filter(({ path }) => path.endsWith("/compare/"))).toEqual([]);
  });

  test("are empty before the first save", async () => {
    open(true, { ...ROUTES, "GET /api/v1/chart/7/versions/": { body: { count: 0, result: [] } } });
    expect(await screen.findByText("No versions yet. Each save creates one.")).toBeTruthy();
    expect((screen.getByRole("button", { name: "Restore" }) as HTMLButtonElement).disabled).toBe(true);
  });

  test("show why restoring or comparing failed, and keep the list", async () => {
    const { restored } = open(true, {
      ...ROUTES,
      "GET /api/v1/chart/7/versions/compare/": { status: 500, body: { message: "Out of order" } },
      "POST /api/v1/chart/7/versions/1/restore/": { status: 422, body: { message: "Its dataset is gone" } },
    });
    expect(await screen.findByText("Out of order")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /Version 1/ }));
    await userEvent.click(screen.getByRole("button", { name: "Restore version 1" }));
    const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text);
    await waitFor(() => expect(toastTexts()).toContain("Failed to restore version 1: Its dataset is gone"));
    expect(restored).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: /Version 2/ })).toBeTruthy();
  });

  test("show that they failed to load", async () => {
    open(true, { ...ROUTES, "GET /api/v1/chart/7/versions/": { status: 403, body: { message: "Forbidden" } } });
    expect(await screen.findByRole("alert")).toBeTruthy();
  });
});

const sentTo = (requests: readonly RecordedRequest[], path: string) =>
  (requests.find((one) => one.path === path)?.body ?? {}) as Record<string, string | undefined>;

describe("a past version", () => {
  const content = {
    slice_name: "Delays",
    viz_type: "pie",
    datasource_id: 3,
    datasource_type: "table",
    params: JSON.stringify({ slice_id: 7, metric: "count", viz_type: "table" }),
  };

  test("of a chart opens as an unsaved chart with its form data", async () => {
    const { requests, openedAsNew } = open(true, {
      ...ROUTES,
      "GET /api/v1/chart/7/versions/1": { body: { result: { ...version(1, []), content } } },
      "POST /api/v1/explore/form_data": { status: 201, body: { key: "abc" } },
    });
    await screen.findByText("Name, Metric, and Show labels changed");
    expect(screen.queryByRole("button", { name: "Open as new chart" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /Version 1/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Open as new chart" }));
    await waitFor(() =>
      expect(openedAsNew).toHaveBeenCalledWith("/explore/?form_data_key=abc&datasource_id=3&datasource_type=table"),
    );
    const { form_data, ...body } = sentTo(requests, "/api/v1/explore/form_data");
    expect(body).toEqual({ datasource_id: 3, datasource_type: "table" });
    expect(JSON.parse(form_data ?? "")).toEqual({ metric: "count", viz_type: "pie", datasource: "3__table" });
  });

  test("of a dashboard is saved as a new dashboard, with its layout and settings", async () => {
    const { requests, openedAsNew } = open(true, DASHBOARD_ROUTES, "dashboard");
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Save as new dashboard" }));
    await waitFor(() => expect(openedAsNew).toHaveBeenCalledWith("/superset/dashboard/12/"));
    const { json_metadata, ...body } = sentTo(requests, "/api/v1/dashboard/7/copy/");
    expect(body).toEqual({ dashboard_title: "Flights (version 1)", css: ".a {}", theme_id: 4 });
    expect(JSON.parse(json_metadata ?? "")).toEqual({
      refresh_frequency: 60,
      positions: { ROOT_ID: { id: "ROOT_ID" } },
    });
  });

  test("can't be opened as new by users who can't save charts", async () => {
    signInWith(["Explore", "can_read"]);
    open();
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    expect(screen.queryByRole("button", { name: "Open as new chart" })).toBeNull();
  });

  test("that can't be copied leaves the dialog open and says why", async () => {
    const refused = { status: 403, body: { message: "You can't read a dataset of its filters." } };
    const { openedAsNew } = open(true, { ...DASHBOARD_ROUTES, "POST /api/v1/dashboard/7/copy/": refused }, "dashboard");
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    const button = await screen.findByRole("button", { name: "Save as new dashboard" });
    await userEvent.click(button);
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ text }) => text)).toContain("You can't read a dataset of its filters."),
    );
    expect(openedAsNew).not.toHaveBeenCalled();
  });
});

describe("a past version beside the current one", () => {
  const pair = (noun: string, before: object, after: object): Routes => ({
    [`GET /api/v1/${noun}/7/versions/1`]: { body: { result: { ...version(1, []), content: before } } },
    [`GET /api/v1/${noun}/7/versions/2`]: { body: { result: { ...version(2, []), content: after } } },
  });
  const showPictures = async () => {
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    await userEvent.click(screen.getByRole("radio", { name: "Side by side" }));
  };

  test("shows both charts with their own settings", async () => {
    const content = (metric: string) => ({
      ...{ viz_type: "pie", datasource_id: 3, datasource_type: "table" },
      params: JSON.stringify({ metric, groupby: ["origin"], slice_id: 7 }),
    });
    const { requests } = open(true, { ...ROUTES, ...pair("chart", content("count"), content("sum")) });
    await showPictures();
    await screen.findByText("Both with current data.");
    const metrics = () =>
      [
        ...JSON.stringify(requests.filter(({ path }) => path.startsWith("/api/v1/chart/data"))).matchAll(
          /"metrics":\["(\w+)"/g,
        ),
      ]
        .map(([, metric]) => metric)
        .toSorted();
    await waitFor(() => expect([...new Set(metrics())]).toEqual(["count", "sum"]));
  });

  test("shows both layouts, and marks what differs", async () => {
    const layout = (...rows: string[][]) => ({
      ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
      GRID_ID: { id: "GRID_ID", type: "GRID", children: rows.map((_, at) => `ROW-${at}`) },
      ...Object.fromEntries(rows.map((children, at) => [`ROW-${at}`, { id: `ROW-${at}`, type: "ROW", children }])),
      ...Object.fromEntries(
        rows
          .flat()
          .map((name) => [name, { id: name, type: "CHART", children: [], meta: { sliceName: name, width: 4 } }]),
      ),
    });
    const content = (...rows: string[][]) => ({ position_json: JSON.stringify(layout(...rows)) });
    const before = content(["CHART-old", "CHART-moved"], ["CHART-kept"]);
    const after = content([], ["CHART-kept", "CHART-moved", "CHART-new"]);
    open(true, { ...DASHBOARD_ROUTES, ...pair("dashboard", before, after) }, "dashboard");
    await showPictures();
    const marked = async (name: string) =>
      within((await screen.findByText(name, { selector: "figcaption" })).parentElement as HTMLElement)
        .getAllByTitle(/^CHART/)
        .map((tile) => `${tile.title}${tile.dataset.marked ? "!" : ""}`);
    expect(await marked("Version 1")).toEqual(["CHART-old!", "CHART-moved!", "CHART-kept"]);
    expect(await marked("Current")).toEqual(["CHART-kept", "CHART-moved!", "CHART-new!"]);
  });

  test("says why a version can't be loaded", async () => {
    open(true, { ...ROUTES, "GET /api/v1/chart/7/versions/1": { status: 404, body: { message: "Not found" } } });
    await showPictures();
    expect((await screen.findByRole("alert")).textContent).toContain("Not found");
  });
});
