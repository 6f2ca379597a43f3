import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ChartColumn } from "lucide-react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { RISON } from "rison2";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chartBundle } from "../../api/bundle/contract.ts";
import type { ChartRow } from "../../api/chart/contract.ts";
import * as chart from "../../api/chart/contract.ts";
import { chooseAllRows, pickFromMenu } from "../../testing/menus.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { call, forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { type ObjectKind, ObjectListPage } from "./ObjectListPage.tsx";

const KIND: ObjectKind<ChartRow> = {
  ...{ resource: "Chart", contract: chart, bundle: chartBundle, key: "charts", title: "Charts" },
  ...{ noun: { one: "chart", many: "charts" }, newLabel: "New chart", sorts: [] },
  columns: [{ id: "id", header: "Name", cell: () => null }],
  filters: [],
  initialSort: { column: "id", order: "asc" },
  select: ["id", "slice_name"],
  load: (q, signal) => call(chart.list, { q }, { signal }),
  nameOf: (row) => row.slice_name,
  addressOf: (row) => `/explore/?slice_id=${row.id}`,
  emptyIcon: ChartColumn,
  empty: { title: "No charts yet", text: "" },
};

const NOBODY = { editors: [], editor_roles: [], viewer_roles: [] };
const COUNTS = { chart: 1, dashboard: 0, dataset: 0 };
const folder = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, description: null, parent_id: null, owners: [], ...NOBODY, access: NOBODY, counts: COUNTS },
  ...{ can_edit: true, can_manage: true, ...more },
});
const EDITORS = { ...NOBODY, editor_roles: [{ id: 7, name: "Board" }] };
const ROUTES: Routes = {
  "GET /api/v1/chart/": {
    body: {
      count: 2,
      ids: [4, 5],
      result: [
        { id: 4, slice_name: "Delays", folder: { id: 1, name: "Finance" } },
        { id: 5, slice_name: "Fares", folder: null },
      ],
    },
  },
  "GET /api/v1/folder/": {
    body: {
      count: 3,
      ids: [1, 2, 3],
      result: [
        folder(1, "Finance"),
        folder(2, "Shared", { access: EDITORS }),
        folder(3, "Theirs", { can_edit: false }),
      ],
    },
  },
  "POST /api/v1/folder/1/objects": { body: { message: "Moved 1 item" } },
  "POST /api/v1/folder/2/objects": { body: { message: "Moved 1 item" } },
  "PUT /api/v1/folder/2": { body: { id: 2, result: {} } },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
};
type Pair = readonly [string, string];
const READER: readonly Pair[] = [
  ["can_read", "Chart"],
  ["can_read", "Folder"],
];
const WRITER: readonly Pair[] = [...READER, ["can_write", "Chart"], ["can_write", "Folder"]];

function open(pairs: readonly Pair[] = WRITER) {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Role: pairs } }), true);
  const requests = serve(ROUTES);
  const element = <ObjectListPage kind={KIND} onNew={() => undefined} />;
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/chart/list/"] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { requests, router };
}

const moved = (requests: ReturnType<typeof serve>) =>
  requests.flatMap(({ method, path, body }) => (method === "GET" ? [] : [[path, body]]));
const row = async (name: string) => (await screen.findByRole("link", { name })).closest("tr") as HTMLElement;
const inPanel = async (name: RegExp) => {
  const panel = await screen.findByRole("navigation", { name: "Folders" });
  return (await within(panel).findByRole("button", { name })).parentElement as HTMLElement;
};

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  localStorage.setItem("tessera.folders.shown", "true");
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});
afterEach(() => vi.unstubAllGlobals());

describe("moving rows of a list to a folder", () => {
  test("by their menu, or several at once", async () => {
    const { requests } = open();
    await chooseAllRows();
    await userEvent.click(screen.getByRole("button", { name: "Move to folder" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("Move 2 items");
    await userEvent.click(await within(dialog).findByRole("combobox", { name: "Folder" }));
    await userEvent.click(await screen.findByTitle("Finance"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Move" }));
    const both = { objects: [4, 5].map((id) => ({ type: "chart", id })) };
    await waitFor(() => expect(moved(requests)).toEqual([["/api/v1/folder/1/objects", both]]));
    await waitFor(() => expect(screen.queryByText("2 selected")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: "Actions for Fares" }));
    await pickFromMenu("Move to folder");
    expect((await screen.findByRole("dialog")).textContent).toContain("Move Fares");
  });

  test("isn't offered to readers, who still see the folders", async () => {
    const { requests } = open(READER);
    expect(await inPanel(/^Finance/)).toBeTruthy();
    expect(screen.queryByRole("checkbox", { name: "Select all on this page" })).toBeNull();
    const q = requests.find(({ path }) => path === "/api/v1/chart/")?.query.get("q") ?? "";
    expect((RISON.parse(q) as { select_columns: string[] }).select_columns).toContain("folder.name");
  });

  test("hides folders from users who can't read them", async () => {
    const { requests } = open([["can_read", "Chart"]]);
    await row("Fares");
    expect(screen.queryByRole("navigation", { name: "Folders" })).toBeNull();
    expect(requests.some(({ path }) => path.startsWith("/api/v1/folder"))).toBe(false);
  });
});

const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
const carried = () => ({
  dataTransfer: { setData: () => undefined, getData: () => "", types: [], items: [], setDragImage: () => undefined },
});

/** The code is loaded when the rows are there. */
async function dragOnto(source: HTMLElement, target: HTMLElement) {
  await waitFor(() => expect(source.getAttribute("draggable")).toBe("true"));
  fireEvent.dragStart(source, carried());
  await frame();
  fireEvent.dragEnter(target, carried());
  await frame();
  const isOver = target.dataset.over !== undefined;
  fireEvent.drop(target, carried());
  await frame();
  return isOver;
}

describe("dragging", () => {
  test("a row onto a folder moves it at once, and with it the other selected ones", async () => {
    const { requests } = open();
    await chooseAllRows();
    expect(await dragOnto(await row("Fares"), await inPanel(/^Finance/))).toBe(true);
    await waitFor(() => expect(moved(requests).map(([path]) => path)).toEqual(["/api/v1/folder/1/objects"]));
    expect(moved(requests)[0]?.[1]).toEqual({ objects: [4, 5].map((id) => ({ type: "chart", id })) });
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(["Moved 2 items to Finance"]),
    );
  });

  test("asks first if others will be able to edit it, and goes nowhere without the right", async () => {
    const { requests } = open();
    expect(await dragOnto(await row("Fares"), await inPanel(/^Theirs/))).toBe(false);
    expect(await dragOnto(await row("Fares"), await inPanel(/^Shared/))).toBe(true);
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("these can edit the items: Board.");
    expect(moved(requests)).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Move" }));
    const body = { objects: [{ type: "chart", id: 5 }] };
    await waitFor(() => expect(moved(requests)).toEqual([["/api/v1/folder/2/objects", body]]));
  });

  test("a folder onto another moves it there, but not into itself", async () => {
    const { requests } = open();
    const shared = await inPanel(/^Shared/);
    expect(await dragOnto(shared, shared)).toBe(false);
    expect(await dragOnto(shared, await inPanel(/^Finance/))).toBe(true);
    await waitFor(() => expect(moved(requests)).toEqual([["/api/v1/folder/2", { parent_id: 1 }]]));
  });
});

test("phones choose the folder in a dialog", async () => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    ...{ media, matches: media.includes("767px"), addEventListener: () => undefined },
    removeEventListener: () => undefined,
  }));
  const { router } = open();
  await userEvent.click(await screen.findByRole("button", { name: "All folders" }));
  await userEvent.click((await inPanel(/^Finance/)).querySelector("button") as HTMLElement);
  await waitFor(() => expect(router.state.location.search).toContain("Finance"));
  expect(await screen.findByRole("button", { name: "Folder: Finance" })).toBeTruthy();
});
