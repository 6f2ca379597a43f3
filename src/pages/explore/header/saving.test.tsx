import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeIn } from "../../../testing/code.ts";
import { renderWorkbench, SAVED_CHART, signIn } from "../../../testing/explore-page.tsx";
import { pickFromMenu } from "../../../testing/menus.ts";
import { type Routes, serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { useSession } from "../../../web/session/session.ts";
import { dismiss, useToasts } from "../../../web/toasts/toasts.ts";
import { closeDialog, openDialog, useDialogs } from "../state/dialogs.ts";
import { useKeys } from "../use-keys.ts";
import { DialogHost } from "./DialogHost.tsx";
import { ExploreHeader } from "./ExploreHeader.tsx";
import { SaveDialog } from "./SaveDialog.tsx";
import { useSave } from "./use-save.ts";

const DETAIL = {
  id: 12,
  slice_name: "Unemployment",
  description: null,
  cache_timeout: null,
  certified_by: null,
  certification_details: null,
  owners: [{ id: 1, first_name: "Ada", last_name: "L" }],
  dashboards: [{ id: 40, dashboard_title: "Work" }],
  params: "{}",
  viz_type: "echarts_timeseries_line",
  tags: [],
};
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/chart/12": { body: { id: 12, result: DETAIL } },
  "GET /api/v1/chart/related/owners": { body: { count: 1, result: [{ value: 1, text: "Ada L" }] } },
  "GET /api/v1/dashboard/": { body: { count: 1, ids: [40], result: [{ id: 40, dashboard_title: "Work" }] } },
  "PUT /api/v1/chart/12": { body: { id: 12, result: {} } },
  "POST /api/v1/chart/": { status: 201, body: { id: 77, result: {} } },
  "POST /api/v1/dashboard/": { status: 201, body: { id: 41, result: {} } },
};
const toastTexts = () => useToasts.getState().toasts.map((each) => each.text);
function SaveButton() {
  const { save } = useSave();
  return (
    <button type="button" onClick={() => void save()}>
      Press
    </button>
  );
}

async function nameChart(name: string): Promise<void> {
  const field = await screen.findByRole("textbox", { name: "Chart name" });
  await userEvent.clear(field);
  await userEvent.type(field, name);
}

const Address = () => <p>{useLocation().pathname}</p>;

const OWNER = [["can_write", "Chart"]] as const;

beforeEach(() => {
  forgetCsrfToken();
  signIn(OWNER);
});
afterEach(() => {
  closeDialog();
  for (const each of useToasts.getState().toasts) dismiss(each.id);
  useSession.setState({ kind: "anonymous" }, true);
});

function Keys() {
  useKeys({ onToggleData: () => undefined });
  return null;
}

describe("saving to a tab", () => {
  const layout = {
    DASHBOARD_VERSION_KEY: "v2",
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-1"], meta: {} },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: [], meta: {} },
    "TABS-1": { id: "TABS-1", type: "TABS", children: ["TAB-a", "TAB-b"], parents: ["ROOT_ID"], meta: {} },
    "TAB-a": { id: "TAB-a", type: "TAB", children: [], parents: ["ROOT_ID", "TABS-1"], meta: { text: "Overview" } },
    "TAB-b": { id: "TAB-b", type: "TAB", children: [], parents: ["ROOT_ID", "TABS-1"], meta: { text: "Detail" } },
  };

  test("adds the chart at its end", async () => {
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/dashboard/40": { body: { result: { id: 40, position_json: JSON.stringify(layout) } } },
      "PUT /api/v1/dashboard/40": { body: { id: 40, result: {}, last_modified_time: 1 } },
    });
    renderWorkbench(<SaveDialog startAsNew />, { chart: SAVED_CHART });
    await userEvent.type(await screen.findByLabelText("Add to dashboard"), "Work");
    await userEvent.click(await screen.findByTitle("Work"));
    await userEvent.click(await screen.findByLabelText("Add to tab"));
    await userEvent.click(await screen.findByTitle("Detail"));
    await userEvent.click(screen.getByRole("button", { name: "Save and stay here" }));
    await waitFor(() => expect(requests.some((each) => each.method === "PUT")).toBe(true));
    const put = requests.find((each) => each.method === "PUT" && each.path === "/api/v1/dashboard/40");
    const savedLayout = JSON.parse(((put?.body ?? {}) as { position_json: string }).position_json);
    const [row] = savedLayout["TAB-b"].children;
    const [tile] = savedLayout[row].children;
    expect(savedLayout[tile]).toMatchObject({ type: "CHART", meta: { chartId: 77, width: 6, height: 40 } });
    expect(savedLayout[tile].parents).toEqual(["ROOT_ID", "TABS-1", "TAB-b", row]);
  });

  test("reports a failure and creates one chart", async () => {
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/dashboard/40": { body: { result: { id: 40, position_json: JSON.stringify(layout) } } },
      "PUT /api/v1/dashboard/40": { status: 422, body: { message: "No room" } },
    });
    openDialog("save-as");
    renderWorkbench(<DialogHost />, { chart: SAVED_CHART });
    await userEvent.type(await screen.findByLabelText("Add to dashboard"), "Work");
    await userEvent.click(await screen.findByTitle("Work"));
    await userEvent.click(await screen.findByLabelText("Add to tab"));
    await userEvent.click(await screen.findByTitle("Detail"));
    await userEvent.click(screen.getByRole("button", { name: "Save and stay here" }));
    const message = "The chart was added to the end of the dashboard instead of the tab: No room";
    await waitFor(() => expect(toastTexts()).toEqual(["Chart [Unemployment] has been saved", message]));
    expect(useDialogs.getState().open).toBeUndefined();
    expect(requests.filter(({ method, path }) => method === "POST" && path === "/api/v1/chart/")).toHaveLength(1);
  });
});

describe("saving over the open chart", () => {
  test("keeps dashboards and owners and clears changes", async () => {
    const requests = serve(ROUTES);
    const store = renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    store.getState().set("row_limit", 100);
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(toastTexts()).toContain("Chart [Unemployment] has been overwritten"));
    const body = requests.find((each) => each.method === "PUT")?.body as Record<string, unknown>;
    expect(body).toMatchObject({ slice_name: "Unemployment", dashboards: [40], owners: [1], datasource_id: 3 });
    expect(JSON.parse(String(body.params))).toMatchObject({ row_limit: 100, slice_id: 12 });
    expect(JSON.parse(String(body.query_context)).queries[0]).toMatchObject({ row_limit: 100 });
    expect(store.getState().saved.row_limit).toBe(100);
    expect(screen.queryByText(/not saved/)).toBeNull();
  });

  test("queues a second save with later changes", async () => {
    const requests = serve(ROUTES);
    const store = renderWorkbench(<SaveButton />, { chart: SAVED_CHART });
    store.getState().set("row_limit", 100);
    const press = await screen.findByRole("button", { name: "Press" });
    fireEvent.click(press);
    fireEvent.click(press);
    store.getState().set("row_limit", 500);
    fireEvent.click(press);
    await waitFor(() => expect(store.getState().saved.row_limit).toBe(500));
    const puts = requests.filter((each) => each.method === "PUT").map((each) => each.body as { params: string });
    expect(puts.map(({ params }) => JSON.parse(params).row_limit)).toEqual([100, 500]);
  });

  test("by shortcut only saves if there are changes", async () => {
    const requests = serve(ROUTES);
    const store = renderWorkbench(<Keys />, { chart: SAVED_CHART });
    await userEvent.keyboard("{Control>}s{/Control}");
    expect(toastTexts()).toEqual(["No changes to save"]);
    act(() => store.getState().set("row_limit", 100));
    await userEvent.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(toastTexts()).toContain("Chart [Unemployment] has been overwritten"));
    act(() => store.getState().rename("Jobs"));
    await userEvent.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(toastTexts()).toContain("Chart [Jobs] has been overwritten"));
    expect(requests.filter((each) => each.method === "PUT")).toHaveLength(2);
  });

  test("supports undo with Ctrl+Z, and redo with Ctrl+Shift+Z or Ctrl+Y", async () => {
    const store = renderWorkbench(<Keys />, { chart: SAVED_CHART });
    act(() => store.getState().set("row_limit", 100));
    const limit = async (keys: string) => {
      await userEvent.keyboard(keys);
      return store.getState().formData.row_limit;
    };
    const before = await limit("{Control>}z{/Control}");
    expect(before).not.toBe(100);
    expect(await limit("{Control>}y{/Control}")).toBe(100);
    expect(await limit("{Control>}z{/Control}")).toBe(before);
    expect(await limit("{Control>}{Shift>}Z{/Shift}{/Control}")).toBe(100);
  });

  test("explains how to keep changes if the chart was deleted", async () => {
    serve({ ...ROUTES, "PUT /api/v1/chart/12": { status: 404, body: { message: "Not found" } } });
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART })
      .getState()
      .set("row_limit", 100);
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(toastTexts().join()).toMatch(/^Failed to save slice: Not found\. .*Use Save as to keep/),
    );
  });

  test("shows the error and keeps changes", async () => {
    serve({ ...ROUTES, "PUT /api/v1/chart/12": { status: 403, body: { message: "Forbidden" } } });
    const store = renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    store.getState().set("row_limit", 100);
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(toastTexts().join()).toMatch(/^Failed to save slice: /));
    expect(store.getState().formData.row_limit).toBe(100);
    expect(store.getState().saved.row_limit).not.toBe(100);
  });

  test("is disabled for non-owners", async () => {
    serve(ROUTES);
    signIn(OWNER, 99);
    renderWorkbench(<SaveDialog startAsNew={false} />, { chart: SAVED_CHART });
    expect(await screen.findByRole("radio", { name: "Save (overwrite)" })).toHaveProperty("disabled", true);
    expect(screen.getByRole("radio", { name: "Save as…" })).toHaveProperty("checked", true);
  });
});

describe("saving as another chart", () => {
  test("creates one chart however often it is pressed", async () => {
    const requests = serve(ROUTES);
    renderWorkbench(<SaveDialog startAsNew />);
    await nameChart("Jobs");
    const name = screen.getByRole("textbox", { name: "Chart name" });
    const save = screen.getByRole("button", { name: "Save" });
    fireEvent.keyDown(name, { key: "Enter" });
    fireEvent.keyDown(name, { key: "Enter" });
    fireEvent.click(save);
    await waitFor(() => expect(toastTexts()).toContain("Chart [Jobs] has been saved"));
    expect(requests.filter((each) => each.method === "POST" && each.path === "/api/v1/chart/")).toHaveLength(1);
  });

  test("keeps the original and continues with the copy", async () => {
    const requests = serve(ROUTES);
    openDialog("save-as");
    const store = renderWorkbench(<SaveDialog startAsNew />, { chart: SAVED_CHART });
    const name = await screen.findByRole("textbox", { name: "Chart name" });
    await userEvent.clear(name);
    await userEvent.type(name, "  Jobs by sector ");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(toastTexts()).toContain("Chart [Jobs by sector] has been saved"));
    expect(requests.some((each) => each.method === "PUT")).toBe(false);
    const body = requests.find((each) => each.path === "/api/v1/chart/" && each.method === "POST")?.body;
    expect(body).toMatchObject({ slice_name: "Jobs by sector", dashboards: [], owners: [] });
    expect(JSON.parse(String((body as { params: string }).params)).slice_id).toBeUndefined();
    expect(store.getState().chart).toMatchObject({ id: 77, name: "Jobs by sector", ownerIds: [1] });
    expect(useDialogs.getState().open).toBeUndefined();
  });

  test("says when it was saved, and bases the next save on it", async () => {
    const etag = new Date().toISOString().slice(0, -1);
    const requests = serve({
      ...ROUTES,
      "POST /api/v1/chart/": { status: 201, body: { id: 77, result: {} }, headers: { etag: `"${etag}"` } },
      "GET /api/v1/chart/77": { body: { id: 77, result: { ...DETAIL, id: 77 } } },
      "PUT /api/v1/chart/77": { body: { id: 77, result: {} } },
    });
    openDialog("save-as");
    const store = renderWorkbench(
      <>
        <ExploreHeader />
        <DialogHost />
      </>,
      { chart: SAVED_CHART },
    );
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByRole("textbox", { name: "Chart name" }), " copy");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect((await screen.findByText(/^Edited/)).textContent).toBe("Edited just now");
    act(() => store.getState().set("row_limit", 100));
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(requests.some((each) => each.method === "PUT")).toBe(true));
    expect(requests.find((each) => each.method === "PUT")?.headers.get("if-match")).toBe(`"${etag}"`);
  });

  test("adds it to a new dashboard", async () => {
    const requests = serve(ROUTES);
    renderWorkbench(<SaveDialog startAsNew />);
    await nameChart("Jobs");
    await userEvent.type(screen.getByRole("combobox", { name: "Add to dashboard" }), "Labor");
    await userEvent.click(await screen.findByTitle("Create “Labor”"));
    await userEvent.click(screen.getByRole("button", { name: "Save and open Labor" }));
    await waitFor(() => expect(toastTexts()).toContain("Chart [Jobs] has been saved"));
    const posts = requests.filter((each) => each.method === "POST").map((each) => each.body);
    expect(posts).toEqual([
      { dashboard_title: "Labor" },
      expect.objectContaining({ slice_name: "Jobs", dashboards: [41] }),
    ]);
  });

  test("creates the dashboard once when saving is retried", async () => {
    const requests = serve({ ...ROUTES, "POST /api/v1/chart/": { status: 422, body: { message: "No room" } } });
    renderWorkbench(<SaveDialog startAsNew />);
    await nameChart("Jobs");
    await userEvent.type(screen.getByRole("combobox", { name: "Add to dashboard" }), "Labor");
    await userEvent.click(await screen.findByTitle("Create “Labor”"));
    await userEvent.click(screen.getByRole("button", { name: "Save and stay here" }));
    await waitFor(() => expect(toastTexts()).toEqual(["Failed to save slice: No room"]));
    expect(await screen.findByTitle("Labor")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save and stay here" }));
    const posts = () => requests.filter((each) => each.method === "POST").map((each) => each.path);
    await waitFor(() => expect(posts()).toEqual(["/api/v1/dashboard/", "/api/v1/chart/", "/api/v1/chart/"]));
  });

  test("offers editable dashboards, preselecting the one the chart was opened from", async () => {
    const requests = serve(ROUTES);
    renderWorkbench(<SaveDialog startAsNew />, { chart: SAVED_CHART, form: { dashboardId: 40 } });
    expect(await screen.findByTitle("Work")).toBeTruthy();
    const questions = requests.filter(({ path }) => path === "/api/v1/dashboard/").map(({ query }) => query.get("q"));
    expect(questions).toHaveLength(2);
    for (const q of questions) expect(q).toContain("(col:owners,opr:rel_m_m,value:1)");
    await userEvent.click(screen.getByRole("button", { name: "Save and stay here" }));
    await waitFor(() => expect(toastTexts()).toContain("Chart [Unemployment] has been saved"));
    expect(requests.find(({ method, path }) => method === "POST" && path === "/api/v1/chart/")?.body).toMatchObject({
      dashboards: [40],
    });
  });

  test("shows a dashboard error in the dialog and creates no chart", async () => {
    const requests = serve({ ...ROUTES, "POST /api/v1/dashboard/": { status: 422, body: { message: "No room" } } });
    renderWorkbench(<SaveDialog startAsNew />);
    await nameChart("Jobs");
    await userEvent.type(screen.getByRole("combobox", { name: "Add to dashboard" }), "Labor");
    await userEvent.click(await screen.findByTitle("Create “Labor”"));
    await userEvent.click(screen.getByRole("button", { name: "Save and stay here" }));
    expect((await screen.findByRole("alert")).textContent).toBe("No room");
    expect(requests.some((each) => each.method === "POST" && each.path === "/api/v1/chart/")).toBe(false);
  });
});

describe("sharing a chart", () => {
  test("shows certification and description, and uses the current form for permalink and embed code", async () => {
    const detail = { ...DETAIL, certified_by: "Ada", certification_details: "Checked", description: "Of all sectors" };
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/chart/12": { body: { id: 12, result: detail } },
      "POST /api/v1/explore/permalink": { status: 201, body: { key: "k7", url: "http://elsewhere/" } },
    });
    const store = renderWorkbench(
      <>
        <ExploreHeader />
        <DialogHost />
      </>,
      { chart: SAVED_CHART, form: { url_params: { region: "EU" } } },
    );
    expect(await screen.findByRole("button", { name: "Certified by Ada: Checked" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Description: Of all sectors" })).toBeTruthy();
    store.getState().set("row_limit", 77);
    await userEvent.click(screen.getByRole("button", { name: "Share" }));
    const who = within(await screen.findByRole("region", { name: "Who can see it" }));
    expect(who.getByText(/access to the dataset “/)).toBeTruthy();
    expect(screen.getByRole("region", { name: "Download" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Embed code" }));
    await screen.findByRole("dialog", { name: "Embed code" });
    await waitFor(async () =>
      expect(await codeIn("Embed code")).toContain(
        `src="${window.location.origin}/superset/explore/p/k7/?standalone=1"`,
      ),
    );
    const width = screen.getByRole("spinbutton", { name: /^Width/ });
    await userEvent.clear(width);
    await userEvent.type(width, "640");
    await waitFor(async () => expect(await codeIn("Embed code")).toContain('width="640"'));
    expect(requests.find((one) => one.method === "POST")?.body).toMatchObject({
      formData: { row_limit: 77, slice_id: 12 },
      urlParams: [["region", "EU"]],
    });
  });
});

test("shows certification on hover and links to its dashboards", async () => {
  const certified = { ...DETAIL, certified_by: "Ada", certification_details: "Checked" };
  serve({ ...ROUTES, "GET /api/v1/chart/12": { body: { id: 12, result: certified } } });
  renderWorkbench(
    <>
      <ExploreHeader />
      <Address />
    </>,
    { chart: SAVED_CHART },
  );
  await userEvent.hover(await screen.findByRole("button", { name: "Certified by Ada: Checked" }));
  expect((await screen.findByRole("tooltip")).textContent).toBe("Certified by Ada: Checked");
  await userEvent.click(screen.getByRole("button", { name: "On 1 dashboard" }));
  await pickFromMenu("Work");
  expect(await screen.findByText("/superset/dashboard/40/")).toBeTruthy();
});

test("saving properties updates the name", async () => {
  const requests = serve(ROUTES);
  openDialog("properties");
  const store = renderWorkbench(<DialogHost />, { chart: SAVED_CHART });
  const name = await screen.findByLabelText(/^Name/);
  await userEvent.clear(name);
  await userEvent.type(name, "Out of work");
  await userEvent.click(screen.getByRole("button", { name: "Save properties" }));
  await waitFor(() => expect(toastTexts()).toContain("Chart properties updated"));
  expect(requests.find((each) => each.method === "PUT")?.body).toMatchObject({
    slice_name: "Out of work",
    owners: [1],
  });
  expect(store.getState()).toMatchObject({ name: "Out of work", savedName: "Out of work" });
});
