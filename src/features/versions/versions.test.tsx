import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
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
  const asked = serve(routes);
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
  return { asked, restored };
}

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

describe("versions of a chart", () => {
  test("say who saved what, and what the last save changed", async () => {
    open();
    expect(await screen.findByText("Name, Metric and Show labels changed")).toBeTruthy();
    expect(screen.getAllByText("Ada Lovelace")).toHaveLength(2);
    expect(await screen.findByText("Old name")).toBeTruthy();
    expect((screen.getByRole("button", { name: "Restore version 2" }) as HTMLButtonElement).disabled).toBe(true);
  });

  test("show what differs from now, and bring it back", async () => {
    const { asked, restored } = open();
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    expect(await screen.findByText("First name")).toBeTruthy();
    expect(screen.getByRole("row", { name: "Show labels True False" })).toBeTruthy();
    expect(
      asked
        .filter(({ path }) => path.endsWith("/compare/"))
        .at(-1)
        ?.query.toString(),
    ).toBe("from=1");
    await userEvent.click(screen.getByRole("button", { name: "Restore version 1" }));
    await waitFor(() => expect(restored).toHaveBeenCalled());
  });

  test("are read, not restored, by those who may not change it", async () => {
    open(false);
    await userEvent.click(await screen.findByRole("button", { name: /Version 1/ }));
    expect((screen.getByRole("button", { name: "Restore version 1" }) as HTMLButtonElement).disabled).toBe(true);
  });

  test("have pages of 50 changes", async () => {
    const result = Array.from({ length: 51 }, (_, index) => ({ path: `params.key${index}`, before: 1, after: 2 }));
    const many = { body: { count: 51, result } };
    open(true, { ...ROUTES, "GET /api/v1/chart/7/versions/compare/": many });
    const pages = within(await screen.findByRole("navigation", { name: "Pages of changes" }));
    expect(screen.getAllByRole("row")).toHaveLength(51);
    await userEvent.click(pages.getByRole("button", { name: "Next" }));
    expect(pages.getByText("2 of 2")).toBeTruthy();
    expect(screen.getAllByRole("row")).toHaveLength(2);
  });

  test("that cannot be read say so", async () => {
    open(true, { ...ROUTES, "GET /api/v1/chart/7/versions/": { status: 403, body: { message: "Forbidden" } } });
    expect(await screen.findByRole("alert")).toBeTruthy();
  });
});
