import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
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

function open(canRestore = true, routes: Routes = ROUTES) {
  const requests = serve(routes);
  const restored = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <VersionsDialog
        noun="chart"
        id={7}
        name="Delays"
        canRestore={canRestore}
        onClose={vi.fn()}
        onRestored={restored}
      />
    </QueryClientProvider>,
  );
  return { requests, restored };
}

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
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
