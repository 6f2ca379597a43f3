import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { RISON } from "rison2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { pickFromMenu } from "../../testing/menus.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import type { ListDefinition } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { accessTexts, type Folder } from "./folders.ts";
import { MoveDialog, needsConfirmation } from "./MoveDialog.tsx";
import { FolderButton, folderFilter, folderPlaces } from "./places.tsx";

const NOBODY = { editors: [], editor_roles: [], viewer_roles: [] };
const folder = (id: number, name: string, more: Partial<Folder> = {}): Folder => ({
  ...{ id, name, uuid: `${id}`, description: null, parent_id: null, owners: [], ...NOBODY, access: NOBODY },
  ...{ counts: { chart: 0, dashboard: 0, dataset: 0 }, can_edit: true, can_manage: true },
  ...{ changed_on: "", changed_on_delta_humanized: "" },
  ...more,
});
const BOARD = { id: 7, name: "Board" };
const FOLDERS = [
  folder(1, "Finance", { counts: { chart: 3, dashboard: 1, dataset: 0 } }),
  folder(2, "Reports", { parent_id: 1, counts: { chart: 2, dashboard: 0, dataset: 0 } }),
  folder(3, "Boardroom", { access: { ...NOBODY, viewer_roles: [BOARD] } }),
  folder(4, "Theirs", { can_edit: false, can_manage: false }),
];
const ROUTES: Routes = {
  "GET /api/v1/folder/": { body: { count: 4, ids: [1, 2, 3, 4], result: FOLDERS } },
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
};
const WRITER = [
  ["can_read", "Folder"],
  ["can_write", "Folder"],
] as const;

const load = vi.fn<ListDefinition<{ id: number }>["load"]>();
const LIST: ListDefinition<{ id: number }> = {
  key: "charts",
  title: "Charts",
  noun: { one: "chart", many: "charts" },
  columns: [{ id: "id", header: "Name", cell: () => null }],
  filters: [folderFilter("chart")],
  initialSort: { column: "id", order: "asc" },
  sorts: [],
  select: ["id"],
  load,
  nameOf: ({ id }: { id: number }) => `Chart ${id}`,
  rowActions: [],
  bulkActions: [],
  empty: { title: "No charts yet", text: "" },
  emptyIcon: () => null,
  places: folderPlaces("chart", "All charts"),
} as unknown as ListDefinition<{ id: number }>;

function signIn(pairs: readonly (readonly [string, string])[]) {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Role: pairs } }), true);
}

function open(routes: Routes = ROUTES, { pairs = WRITER as readonly (readonly [string, string])[], search = "" } = {}) {
  const requests = serve(routes);
  signIn(pairs);
  const element = <ListView definition={LIST} actions={<FolderButton />} />;
  const router = createMemoryRouter([{ path: "*", element }], {
    initialEntries: [`/chart/list/${search}`],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { requests, router };
}

const panel = () => screen.findByRole("navigation", { name: "Folders" });
const inPanel = async (name: string | RegExp) => within(await panel()).findByRole("button", { name });
const bodyOf = (requests: ReturnType<typeof serve>, method: string) =>
  requests.find((request) => request.method === method)?.body;

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  localStorage.setItem("tessera.folders.shown", "true");
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
  load.mockReset().mockResolvedValue({ count: 1, result: [{ id: 5 }] });
});

describe("the folders beside a list", () => {
  test("show how much they contain, open, and filter the list by the URL", async () => {
    const { router } = open();
    await userEvent.click(await inPanel("Folders in Finance"));
    expect((await inPanel(/^Reports/)).textContent).toBe("Reports2");
    await userEvent.click(await inPanel(/^Reports/));
    const search = new URLSearchParams(router.state.location.search);
    expect(RISON.parse(search.get("filters") ?? "")).toEqual({ folder: { label: "Reports", value: 2 } });
    expect(load.mock.calls.map(([query]) => query.filters)).toContainEqual([
      { col: "id", opr: "chart_in_folder", value: 2 },
    ]);
    const crumbs = screen.getByRole("navigation", { name: "Folder" });
    expect(within(crumbs).getByText("Reports").getAttribute("aria-current")).toBe("page");
    await userEvent.click(within(crumbs).getByRole("button", { name: "Finance" }));
    expect((await inPanel(/^Finance/)).getAttribute("aria-current")).toBe("true");
    await userEvent.click(within(crumbs).getByRole("button", { name: "All charts" }));
    expect(router.state.location.search).toBe("");
  });

  test("say that a folder is empty, or can't be seen", async () => {
    load.mockResolvedValue({ count: 0, result: [] });
    open(ROUTES, { search: "?filters=(folder:(label:Gone,value:99))" });
    expect(await screen.findByText("Nothing here yet")).toBeTruthy();
    expect(await screen.findByText("This folder doesn't exist, or you can't see it.")).toBeTruthy();
  });

  test("can be hidden and shown again", async () => {
    open();
    await userEvent.click(await inPanel("Hide folders"));
    expect(screen.queryByRole("navigation", { name: "Folders" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Folders" }));
    expect(await panel()).toBeTruthy();
  });

  test("offer to load again what failed", async () => {
    let isDown = true;
    open({
      ...ROUTES,
      "GET /api/v1/folder/": () => (isDown ? { status: 500 } : (ROUTES["GET /api/v1/folder/"] as object)),
    });
    expect(await screen.findByText("Failed to load folders", {}, { timeout: 10_000 })).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await inPanel(/^Finance/)).toBeTruthy();
  });

  test("can't be changed without the permission, or by others than their owners", async () => {
    open(ROUTES, { pairs: [["can_read", "Folder"]] });
    expect(await inPanel(/^Finance/)).toBeTruthy();
    expect(within(await panel()).queryByRole("button", { name: "New folder" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Actions for Finance" })).toBeNull();
  });

  test("are created in the chosen one, with their rights", async () => {
    const { requests } = open(
      { ...ROUTES, "POST /api/v1/folder/": { status: 201, body: { id: 9, result: { name: "New" } } } },
      { search: "?filters=(folder:(label:Finance,value:1))" },
    );
    await inPanel(/^Finance/);
    await userEvent.click(await inPanel("New folder"));
    await userEvent.type(await screen.findByRole("textbox", { name: "Name *" }), "Plans");
    await userEvent.click(screen.getByRole("button", { name: "Create folder" }));
    await waitFor(() => expect(bodyOf(requests, "POST")).toBeTruthy());
    expect(bodyOf(requests, "POST")).toEqual({
      ...{ name: "Plans", description: null, parent_id: 1, owners: [1] },
      ...{ editors: [], editor_roles: [], viewer_roles: [] },
    });
  });

  test("say where their contents go before they are deleted", async () => {
    const { requests } = open({ ...ROUTES, "DELETE /api/v1/folder/2": { body: { message: "OK" } } });
    await userEvent.click(await inPanel("Folders in Finance"));
    await userEvent.click(await inPanel("Actions for Reports"));
    await pickFromMenu("Delete folder (keep contents)");
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("its items and folders move to Finance");
    await userEvent.type(within(dialog).getByRole("textbox"), "delete");
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete folder" }));
    await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
    expect(screen.queryByRole("button", { name: "Actions for Theirs" })).toBeNull();
  });
});

describe("moving items", () => {
  const item = { type: "dashboard", id: 5, name: "Fleet", folder: { id: 3, name: "Boardroom" } } as const;

  function openMove(answer: Routes[string], to?: number) {
    const requests = serve({
      ...ROUTES,
      "POST /api/v1/folder/3/objects": answer,
      "POST /api/v1/folder/none/objects": answer,
    });
    signIn(WRITER);
    const [onClose, onMoved] = [vi.fn(), vi.fn()];
    render(
      <QueryClientProvider client={queryClient}>
        <MoveDialog items={[item]} to={to} {...{ onClose, onMoved }} />
      </QueryClientProvider>,
    );
    return { requests, onClose, onMoved };
  }

  test("says who can see and edit them afterwards", async () => {
    const { requests, onMoved } = openMove({ body: { message: "Moved 1 item" } }, 3);
    const access = await screen.findByRole("list", { name: "Access afterwards" });
    await waitFor(() =>
      expect(access.textContent).toContain("only these roles see published dashboards and their data: Board"),
    );
    await userEvent.click(screen.getByRole("button", { name: "Move" }));
    await waitFor(() => expect(onMoved).toHaveBeenCalledOnce());
    expect(bodyOf(requests, "POST")).toEqual({ objects: [{ type: "dashboard", id: 5 }] });
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(["Moved 1 item to Boardroom"]);
  });

  test("offers only folders that the user can edit, and shows why it failed", async () => {
    const { onClose, requests } = openMove({ status: 403, body: { message: "You can't edit one of the items." } }, 0);
    await waitFor(() =>
      expect(screen.getByRole("list", { name: "Access afterwards" }).textContent).toContain("lose this access"),
    );
    await userEvent.click(screen.getByRole("combobox", { name: "Folder" }));
    const options = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
    expect(options.join()).not.toContain("Theirs");
    await userEvent.click(screen.getByRole("button", { name: "Move" }));
    expect((await screen.findByRole("alert")).textContent).toBe("You can't edit one of the items.");
    expect(onClose).not.toHaveBeenCalled();
    expect(requests.find(({ method }) => method === "POST")?.path).toBe("/api/v1/folder/none/objects");
  });

  test("by dropping is confirmed if it changes who can see or edit them", () => {
    const loose = { ...item, folder: undefined };
    const confirms = (items: Parameters<typeof needsConfirmation>[0], target: number) =>
      needsConfirmation(items, { folders: FOLDERS, target, userId: 1 });
    expect([confirms([loose], 1), confirms([loose], 0)]).toEqual([false, false]);
    expect([confirms([loose], 3), confirms([item], 1), confirms([item], 0)]).toEqual([true, true, true]);
  });

  test("names editors, and dashboards only where there are some", () => {
    const ada = { id: 1, first_name: "Ada", last_name: "Lovelace" };
    const access = { editors: [ada], editor_roles: [BOARD], viewer_roles: [] };
    expect(accessTexts(access, false)).toEqual([
      "Besides their owners, these can edit the items: Ada Lovelace and Board.",
    ]);
    expect(accessTexts(undefined, true)).toEqual([
      "Only their owners and administrators can edit the items.",
      "The folder doesn't change who can see the items.",
    ]);
  });
});
