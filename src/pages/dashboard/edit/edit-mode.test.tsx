import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { useOverwrite } from "../../../features/overwrite/overwrite.ts";
import { dashboardRoutes, grantAllAccess, openAt, signIn } from "../../../testing/dashboard-page.tsx";
import { pickFromMenu } from "../../../testing/menus.ts";
import { type Routes, serve } from "../../../testing/network.ts";
import { detailOf } from "../../../testing/sample-dashboard.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { DashboardPage } from "../DashboardPage.tsx";

const PAGES = [{ path: "/superset/dashboard/:idOrSlug/", element: <DashboardPage /> }];
const DRAFT = "dashboard.draft.5";

const library = [
  { id: 9, slice_name: "Delay map", viz_type: "table", datasource_name_text: "main.flights" },
  { id: 1, slice_name: "Chart 1", viz_type: "table", datasource_name_text: "flights" },
];

function routesOf(more: Routes = {}): Routes {
  return {
    ...dashboardRoutes(),
    "GET /api/v1/chart/": { body: { count: library.length, ids: [9, 1], result: library } },
    "PUT /api/v1/dashboard/5": { body: { id: 5, result: {}, last_modified_time: 1 } },
    ...more,
  };
}

beforeEach(() => {
  localStorage.clear();
  grantAllAccess();
  signIn([
    ["can_read", "Dashboard"],
    ["can_write", "Dashboard"],
    ["can_read", "Chart"],
  ]);
  useToasts.setState({ toasts: [] });
});

async function edit(more: Routes = {}) {
  const requests = serve(routesOf(more));
  const view = openAt("/superset/dashboard/flights/?edit=true", PAGES);
  const title = await screen.findByRole("textbox", { name: "Dashboard title" });
  await screen.findByRole("group", { name: "Chart chart 1" });
  return { requests, title, ...view };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const tile = (name: RegExp) => screen.getByRole("group", { name });
const dialogOf = (name: string) => screen.findByRole("dialog", { name }, { timeout: 5000 });
const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text);

async function chooseTile(name: RegExp) {
  const element = tile(name);
  await act(async () => element.focus());
  return element;
}

describe("the editor's header", () => {
  it("counts changes, names the last step, and undoes and redoes steps", async () => {
    const { title } = await edit();
    expect(screen.getByText("No changes")).toBeTruthy();
    await userEvent.type(title, " 2");
    expect(screen.getByText("Unsaved changes · 1")).toBeTruthy();
    await userEvent.click(button("Undo: Renamed dashboard"));
    expect((title as HTMLInputElement).value).toBe("US flight delays");
    expect(screen.getByText("No changes")).toBeTruthy();
    await userEvent.click(button("Redo: Renamed dashboard"));
    expect((title as HTMLInputElement).value).toBe("US flight delays 2");
  });

  it("saves everything in one request and returns to the view of the open tab", async () => {
    const { requests, title, router } = await edit();
    await userEvent.click(screen.getByRole("tab", { name: "Cities" }));
    await userEvent.type(title, "!");
    await userEvent.click(button("Save"));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    const put = requests.find(({ method, path }) => method === "PUT" && path === "/api/v1/dashboard/5");
    const body = put?.body as { dashboard_title: string; json_metadata: string; published: boolean };
    expect(body.dashboard_title).toBe("US flight delays!");
    const metadata = JSON.parse(body.json_metadata);
    expect(metadata.positions["CHART-1"].parents).toEqual(["ROOT_ID", "TABS-1", "TAB-a", "ROW-a"]);
    expect(metadata.native_filter_configuration).toHaveLength(3);
    expect(toastTexts()).toContain("This dashboard was saved successfully.");
    expect(await screen.findByRole("tab", { name: "Cities", selected: true })).toBeTruthy();
  });

  it("moves to the new address of the saved dashboard", async () => {
    let saved = detailOf();
    const { title, router } = await edit({
      "PUT /api/v1/dashboard/5": () => {
        saved = { ...saved, dashboard_title: "Delays, normalised", slug: "delays" };
        return { body: { id: 5, result: {}, last_modified_time: 1 } };
      },
      "GET /api/v1/dashboard/flights": () => ({ body: { result: saved } }),
    });
    await userEvent.type(title, "!");
    await userEvent.click(button("Save"));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ search: "", pathname: "/superset/dashboard/delays/" }),
    );
    expect(document.title).toContain("Delays, normalised");
  });

  it("shows what was saved if it can't be loaded again", async () => {
    let isSaved = false;
    const { title, router } = await edit({
      "PUT /api/v1/dashboard/5": () => {
        isSaved = true;
        return { body: { id: 5, result: {}, last_modified_time: 1 } };
      },
      "GET /api/v1/dashboard/flights": () =>
        isSaved ? { status: 500, body: { message: "down" } } : { body: { result: detailOf() } },
    });
    await userEvent.click(screen.getByRole("tab", { name: "Cities" }));
    await userEvent.type(title, "!");
    await userEvent.click(button("Save"));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(toastTexts()).toContain("Failed to load the saved dashboard: down");
    expect(await screen.findByRole("tab", { name: "Cities", selected: true })).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "US flight delays!" })).toBeTruthy();
  });

  it.each([
    [201, /^This dashboard was saved successfully\.$/],
    [403, /^The dashboard was saved, but its new tags weren't: /],
  ])("creates new tags after saving and reports when only that failed (%i)", async (status, message) => {
    signIn([
      ["can_read", "Dashboard"],
      ["can_write", "Dashboard"],
      ["can_write", "Tag"],
    ]);
    const { requests } = await edit({
      "GET /api/v1/tag/": { body: { count: 1, ids: [9], result: [{ id: 9, name: "air", type: 1 }] } },
      "POST /api/v1/tag/3/5/": { status, body: status === 201 ? {} : { message: "Forbidden" } },
    });
    await userEvent.click(button("Properties"));
    const dialog = within(await dialogOf("Edit dashboard properties"));
    await userEvent.click(dialog.getByRole("tab", { name: "Access" }));
    const field = dialog.getByRole("combobox", { name: "Tags" });
    await userEvent.click(field);
    await screen.findByTitle("air");
    fireEvent.change(field, { target: { value: "air;quarterly;type:chart;" } });
    await dialog.findByText("Tag names can't contain ':' or ','.");
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    await userEvent.click(button("Save"));
    await waitFor(() => expect(toastTexts()).toEqual([expect.stringMatching(message)]));
    const writes = requests.filter(({ method }) => method === "PUT" || method === "POST");
    const last = writes.map(({ path, body }) => ({ path, body })).filter(({ path }) => /dashboard\/5$|tag/.test(path));
    expect(last).toEqual([
      { path: "/api/v1/dashboard/5", body: expect.objectContaining({ tags: [9] }) },
      { path: "/api/v1/tag/3/5/", body: { properties: { tags: ["quarterly"] } } },
    ]);
  });

  it("changes filter settings as steps saved with the rest", async () => {
    const { requests } = await edit();
    const choose = async (entry: string | RegExp) => {
      await userEvent.click(button("Filter settings"));
      await pickFromMenu(entry);
    };
    await choose("Filter bar: top");
    await choose(/^Enable cross-filtering/);
    expect(screen.getByText("Unsaved changes · 2")).toBeTruthy();
    await userEvent.click(button("Undo: Changed filter settings"));
    expect(requests.filter(({ method }) => method === "PUT")).toEqual([]);
    await userEvent.click(button("Save"));
    await waitFor(() => expect(requests.some(({ method }) => method === "PUT")).toBe(true));
    const put = requests.find(({ method }) => method === "PUT");
    const { json_metadata } = (put?.body ?? {}) as { json_metadata: string };
    expect(JSON.parse(json_metadata)).toMatchObject({
      filter_bar_orientation: "HORIZONTAL",
      cross_filters_enabled: true,
    });
  });

  it("loses nothing when saving is forbidden or fails", async () => {
    let status = 403;
    const { title } = await edit({
      "PUT /api/v1/dashboard/5": () => ({ status, body: { message: "The slug is taken" } }),
    });
    await userEvent.type(title, "!");
    await userEvent.click(button("Save"));
    await waitFor(() => expect(toastTexts()).toContain("You do not have permission to edit this dashboard"));
    status = 422;
    fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
    await waitFor(() =>
      expect(toastTexts()).toContain("Sorry, there was an error saving this dashboard: The slug is taken"),
    );
    expect(screen.getByText("Unsaved changes · 1")).toBeTruthy();
    expect(localStorage.getItem(`tessera.${DRAFT}`) ?? JSON.stringify(localStorage)).toContain("US flight delays!");
  });

  it("asks before overwriting changes that another user saved since", async () => {
    const overwriteConfirmMetadata = {
      ...{ updatedAt: "2026-04-16T15:20:00.000002+0000", updatedBy: "Ada Lovelace", state: "newer" },
      changedItems: [{ keyPath: "dashboard_title", oldValue: "Theirs", newValue: "Ours" }],
    };
    const errors = [{ message: "Stale", error_type: "GENERIC_COMMAND_ERROR", level: "warning", extra: {} }];
    const stale = { errors: [{ ...errors[0], extra: { overwriteConfirmMetadata } }] };
    const { requests, title, router } = await edit({
      "PUT /api/v1/dashboard/5": ({ headers }) =>
        headers.get("if-match") === '"newer"'
          ? { body: { id: 5, result: {}, last_modified_time: 1 } }
          : { status: 412, body: stale },
    });
    await userEvent.type(title, "!");
    await userEvent.click(button("Save"));
    await waitFor(() => expect(toastTexts()).toEqual(["Please confirm the overwrite values."]));
    const [first] = requests.filter(({ method }) => method === "PUT");
    expect(first?.headers.get("if-match")).toBe(`"${detailOf().changed_on}"`);
    expect(router.state.location.search).toBe("?edit=true");
    act(() => useOverwrite.getState().question?.answer(true));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("shows another user's version after declining to overwrite and discarding changes", async () => {
    const overwriteConfirmMetadata = {
      ...{ updatedAt: "2026-04-16T15:20:00.000002+0000", updatedBy: "Ada Lovelace", state: "newer" },
      changedItems: [{ keyPath: "dashboard_title", oldValue: "Theirs", newValue: "Ours" }],
    };
    const error = { message: "Stale", error_type: "GENERIC_COMMAND_ERROR", level: "warning" };
    let saved = detailOf();
    const { title } = await edit({
      "GET /api/v1/dashboard/flights": () => ({ body: { result: saved } }),
      "PUT /api/v1/dashboard/5": () => ({
        status: 412,
        body: { errors: [{ ...error, extra: { overwriteConfirmMetadata } }] },
      }),
    });
    saved = { ...saved, dashboard_title: "Theirs", changed_on: "2026-04-16T15:20:00.000002" };
    await userEvent.type(title, "!");
    await userEvent.click(button("Save"));
    await waitFor(() => expect(useOverwrite.getState().question).toBeTruthy());
    act(() => useOverwrite.getState().question?.answer(false));
    expect(screen.getByText("Unsaved changes · 1")).toBeTruthy();
    await waitFor(() => expect(button("Discard")).toHaveProperty("disabled", false));
    await userEvent.click(button("Discard"));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    expect(await screen.findByRole("heading", { name: /^Theirs/ })).toBeTruthy();
  });

  it("saves a copy under a new name, optionally with copies of the charts", async () => {
    const { requests, router } = await edit({
      "POST /api/v1/dashboard/5/copy/": { body: { result: { id: 77, last_modified_time: 1 } } },
    });
    await userEvent.click(button("More save options"));
    await userEvent.click(await screen.findByText("Save as…"));
    const dialog = await dialogOf("Save dashboard as");
    const name = within(dialog).getByRole("textbox", { name: "Name" }) as HTMLInputElement;
    expect(name.value).toBe("US flight delays [copy]");
    await userEvent.click(within(dialog).getByRole("checkbox", { name: "Also copy (duplicate) charts" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save dashboard" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/superset/dashboard/77/"));
    const body = requests.find(({ path }) => path.endsWith("/copy/"))?.body;
    const properties = { owners: [1], roles: [], tags: [], theme_id: null };
    expect(body).toMatchObject({ dashboard_title: "US flight delays [copy]", duplicate_slices: true, ...properties });
  });
});

describe("leaving", () => {
  it("asks before changes are discarded, and restores the saved state", async () => {
    const { title, router } = await edit();
    expect(button("Stop editing")).toBeTruthy();
    await userEvent.type(title, " 2");
    await userEvent.click(button("Discard"));
    const dialog = await dialogOf("Leave without saving?");
    expect(within(dialog).getByText("1 change will be lost.")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Keep editing" }));
    expect(screen.getByText("Unsaved changes · 1")).toBeTruthy();
    await userEvent.click(button("Discard"));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(await screen.findByRole("heading", { name: /^US flight delays/ })).toBeTruthy();
    expect(JSON.stringify(localStorage)).not.toContain("US flight delays 2");
  });

  it("asks when browser history leads out of the editor, then shows the saved state", async () => {
    const { title, router } = await edit();
    await act(() => router.navigate("/superset/dashboard/flights/?edit=true&kept=1"));
    await userEvent.type(title, " 2");
    await act(() => router.navigate("/superset/dashboard/flights/"));
    expect(await screen.findByText("1 change will be lost.")).toBeTruthy();
    await userEvent.click(button("Leave"));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(await screen.findByRole("heading", { name: /^US flight delays(?! 2)/ })).toBeTruthy();
    expect(JSON.stringify(localStorage)).not.toContain("US flight delays 2");
  });

  it("saves and leaves, or stays when saving fails", async () => {
    let status = 422;
    const { requests, title, router } = await edit({
      "PUT /api/v1/dashboard/5": () =>
        status === 200
          ? { body: { id: 5, result: {}, last_modified_time: 1 } }
          : { status, body: { message: "The slug is taken" } },
    });
    await act(() => router.navigate("/superset/dashboard/flights/?edit=true&kept=1"));
    await userEvent.type(title, " 2");
    await act(() => router.navigate("/superset/dashboard/flights/?kept=2"));
    await userEvent.click(await screen.findByRole("button", { name: /Save and leave$/ }));
    await waitFor(() => expect(toastTexts().join()).toContain("The slug is taken"));
    expect(router.state.location.search).toBe("?edit=true&kept=1");
    expect(screen.getByText("Unsaved changes · 1")).toBeTruthy();
    status = 200;
    await act(() => router.navigate("/superset/dashboard/flights/?kept=2"));
    await userEvent.click(await screen.findByRole("button", { name: /Save and leave$/ }));
    await waitFor(() => expect(router.state.location.search).toBe("?kept=2"));
    const puts = requests.filter(({ method }) => method === "PUT");
    expect(puts.at(-1)?.body).toMatchObject({ dashboard_title: "US flight delays 2" });
    expect(JSON.stringify(localStorage)).not.toContain("US flight delays 2");
  });

  it("warns when the window is closed with changes, and only then", async () => {
    const { title } = await edit();
    const leave = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await userEvent.type(title, " 2");
    expect(leave()).toBe(true);
  });

  it("restores a draft with the charts that were added", async () => {
    const routes = { "GET /api/v1/explore/": exploreAnswer(9, "Delay map") };
    const first = await edit(routes);
    await userEvent.click(await screen.findByRole("button", { name: /^Add ?Delay map/ }));
    await screen.findByRole("group", { name: /^Chart Delay map/ });
    first.unmount();
    await edit(routes);
    expect(screen.getByText(/^You have unsaved changes/).textContent).toMatch(/^You have unsaved changes from .*\.$/);
    await userEvent.click(button("Restore"));
    expect(await screen.findByRole("group", { name: /^Chart Delay map/ })).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Delay map" })).toBeTruthy();
    expect(screen.queryByText(/is missing/)).toBeNull();
    expect(screen.getByText("Unsaved changes · 1")).toBeTruthy();
  });

  it("discards a draft", async () => {
    const first = await edit();
    await userEvent.type(first.title, " 2");
    first.unmount();
    const second = await edit();
    await userEvent.click(button("Discard draft"));
    expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
    second.unmount();
    await edit();
    expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
  });
});

function exploreAnswer(id: number, name: string) {
  const form_data = { viz_type: "table", datasource: "7__table", query_mode: "aggregate", metrics: ["count"] };
  const dataset = { id: 7, table_name: "flights", columns: [{ column_name: "origin" }], metrics: [] };
  const slice = { slice_id: id, slice_name: name };
  return { body: { result: { form_data, dataset, slice, metadata: null, message: null } } };
}

describe("the library", () => {
  it("shows type, dataset, and whether a chart is already on the dashboard", async () => {
    await edit();
    const item = await screen.findByRole("button", { name: /^Add ?Delay map/ });
    expect(item.textContent).toContain("Table · flights");
    expect(screen.getByRole("button", { name: /^Add ?Chart 1/ }).textContent).toContain("On this dashboard");
  });

  it("remembers that it was collapsed", async () => {
    const first = await edit();
    await userEvent.click(button("Hide charts and layout elements"));
    expect(screen.queryByRole("list", { name: "Charts" })).toBeNull();
    first.unmount();
    await edit();
    await userEvent.click(button("Add charts and layout elements"));
    expect(await screen.findByRole("button", { name: /^Add ?Delay map/ })).toBeTruthy();
  });

  it("adds to the open tab, and applies the dashboard's filters to new charts", async () => {
    const { requests } = await edit({ "GET /api/v1/explore/": exploreAnswer(9, "Delay map") });
    await userEvent.click(screen.getByRole("tab", { name: "Cities" }));
    await userEvent.click(await screen.findByRole("button", { name: /^Add ?Delay map/ }));
    const panel = screen.getByRole("tabpanel", { name: "Cities" });
    expect(await within(panel).findByRole("group", { name: /^Chart Delay map/ })).toBeTruthy();
    await userEvent.click(button("Save"));
    await waitFor(() => expect(toastTexts()).toContain("This dashboard was saved successfully."));
    const put = requests.find(({ method, path }) => method === "PUT" && path === "/api/v1/dashboard/5");
    const body = put?.body as { json_metadata: string } | undefined;
    const { positions } = JSON.parse(body?.json_metadata ?? "{}");
    const added = Object.values(positions).find((one) => (one as { meta?: { chartId?: number } }).meta?.chartId === 9);
    expect(added).toMatchObject({ parents: expect.arrayContaining(["TAB-b"]) });
  });

  it("reports a chart without a definition", async () => {
    await edit();
    await userEvent.click(await screen.findByRole("button", { name: /^Add ?Delay map/ }));
    await waitFor(() =>
      expect(toastTexts()).toContain(
        "Sorry, there is no chart definition associated with the chart trying to be added.",
      ),
    );
    expect(screen.getByText("No changes")).toBeTruthy();
  });
});

describe("tiles by keyboard", () => {
  it("resize, show their size, and can be deleted and restored", async () => {
    await edit();
    const element = await chooseTile(/^Chart chart 1/);
    expect(within(element).getByText("4 of 12 columns · 30 rows")).toBeTruthy();
    fireEvent.keyDown(element, { key: "ArrowDown", shiftKey: true });
    expect(within(tile(/^Chart chart 1/)).getByText("4 of 12 columns · 31 rows")).toBeTruthy();
    fireEvent.keyDown(tile(/^Chart chart 1/), { key: "Delete" });
    expect(screen.queryByRole("group", { name: /^Chart chart 1/ })).toBeNull();
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    expect(tile(/^Chart chart 1/)).toBeTruthy();
  });

  it("keep the focus when they move to another row or tab", async () => {
    await edit();
    const moves = async (name: RegExp, key: string) => {
      fireEvent.keyDown(document.activeElement as Element, { key });
      await waitFor(() => expect(document.activeElement).toBe(tile(name)));
    };
    const before = await chooseTile(/^Chart chart 3/);
    await moves(/^Chart chart 3, selected/, "ArrowDown");
    expect(before.isConnected).toBe(false);
    expect(button(/^Undo: Moved chart 3/)).toBeTruthy();
    await moves(/^Chart chart 3, selected/, "ArrowUp");
    await chooseTile(/^Text/);
    for (let step = 0; step < 3; step++) await moves(/^Text, selected/, "ArrowDown");
    expect(screen.getByRole("tab", { name: "Cities" }).getAttribute("aria-selected")).toBe("true");
  });

  it("leave an empty tab as drop target when the last one is deleted", async () => {
    await edit();
    await userEvent.click(screen.getByRole("tab", { name: "Cities" }));
    for (const name of [/^Heading/, /^Chart chart 4/]) {
      fireEvent.keyDown(await chooseTile(name), { key: "Delete" });
    }
    const panel = screen.getByRole("tabpanel", { name: "Cities" });
    expect(within(panel).getByText(/Empty tab/)).toBeTruthy();
    expect(screen.getByText("Unsaved changes · 2")).toBeTruthy();
  });

  it("are picked up with Space and put back with Escape", async () => {
    await edit();
    fireEvent.keyDown(await chooseTile(/^Chart chart 2/), { key: " " });
    expect(await screen.findByText(/picked up\. Arrow keys move, Enter drops/)).toBeTruthy();
    fireEvent.keyDown(tile(/^Chart chart 2/), { key: "ArrowDown" });
    fireEvent.keyDown(tile(/^Chart chart 2/), { key: "Escape" });
    expect(screen.getByText("No changes")).toBeTruthy();
  });
});

describe("texts and tabs", () => {
  it("start empty, ready to be written", async () => {
    await edit();
    await userEvent.click(button(/^Add\s*Text/));
    const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Text (Markdown)" });
    expect(field.value).toBe("");
    expect(field.placeholder).toMatch(/\*\*bold\*\*/);
    await userEvent.type(field, "Notes{Escape}");
    expect(await screen.findByText("Notes")).toBeTruthy();
  });

  it("are edited in place; Escape ends the edit, which is one step", async () => {
    await edit();
    await userEvent.dblClick(tile(/^Text/));
    const field = await screen.findByRole("textbox", { name: "Text (Markdown)" });
    await userEvent.clear(field);
    await userEvent.type(field, "Own **words**");
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByText("words")).toBeTruthy();
    expect(screen.getByText("Unsaved changes · 1")).toBeTruthy();
    expect(document.activeElement).toBe(tile(/^Text/));
  });

  it("are added, renamed and deleted after confirmation", async () => {
    await edit();
    await userEvent.click(button("Add tab"));
    const field = await screen.findByRole("textbox", { name: "Tab title" });
    await userEvent.clear(field);
    await userEvent.type(field, "Routes{Enter}");
    expect(await screen.findByRole("tab", { name: "Routes", selected: true })).toBe(document.activeElement);
    await userEvent.click(button("Delete tab Routes"));
    const dialog = await screen.findByRole("dialog", {}, { timeout: 5000 });
    expect(within(dialog).getByText('Delete tab "Routes"')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete tab" }));
    await waitFor(() => expect(screen.queryByRole("tab", { name: "Routes" })).toBeNull());
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    expect(screen.getByRole("tab", { name: "Routes" })).toBeTruthy();
  });
});
