import { act, fireEvent, screen, waitFor } from "@testing-library/react";
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
const said = () => useToasts.getState().toasts.map((each) => each.text);
/** As the key does, which waits for nothing. */
function Pressed() {
  const { save } = useSave();
  return (
    <button type="button" onClick={() => void save()}>
      Press
    </button>
  );
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

  test("places the chart at its end", async () => {
    const asked = serve({
      ...ROUTES,
      "GET /api/v1/dashboard/40": { body: { result: { id: 40, position_json: JSON.stringify(layout) } } },
      "PUT /api/v1/dashboard/40": { body: { id: 40, result: {}, last_modified_time: 1 } },
    });
    renderWorkbench(<SaveDialog startAsNew />, { chart: SAVED_CHART });
    await userEvent.type(await screen.findByLabelText("Add to dashboard"), "Work");
    await userEvent.click(await screen.findByTitle("Work"));
    await userEvent.click(await screen.findByLabelText("Add to tab"));
    await userEvent.click(await screen.findByTitle("Detail"));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(asked.some((each) => each.method === "PUT")).toBe(true));
    const put = asked.find((each) => each.method === "PUT" && each.path === "/api/v1/dashboard/40");
    const written = JSON.parse(((put?.body ?? {}) as { position_json: string }).position_json);
    const [row] = written["TAB-b"].children;
    const [tile] = written[row].children;
    expect(written[tile]).toMatchObject({ type: "CHART", meta: { chartId: 77 } });
    expect(written[tile].parents).toEqual(["ROOT_ID", "TABS-1", "TAB-b", row]);
  });

  test("that fails says so, and leaves one chart behind", async () => {
    const asked = serve({
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
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const told = "The chart is at the end of the dashboard, not on its tab: No room";
    await waitFor(() => expect(said()).toEqual(["Chart [Unemployment] has been saved", told]));
    expect(useDialogs.getState().open).toBeUndefined();
    expect(asked.filter(({ method, path }) => method === "POST" && path === "/api/v1/chart/")).toHaveLength(1);
  });
});

describe("saving over the open chart", () => {
  test("keeps its dashboards and owners, and nothing counts as changed afterwards", async () => {
    const asked = serve(ROUTES);
    const store = renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    store.getState().set("row_limit", 100);
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(said()).toContain("Chart [Unemployment] has been overwritten"));
    const body = asked.find((each) => each.method === "PUT")?.body as Record<string, unknown>;
    expect(body).toMatchObject({ slice_name: "Unemployment", dashboards: [40], owners: [1], datasource_id: 3 });
    expect(JSON.parse(String(body.params))).toMatchObject({ row_limit: 100, slice_id: 12 });
    expect(JSON.parse(String(body.query_context)).queries[0]).toMatchObject({ row_limit: 100 });
    expect(store.getState().saved.row_limit).toBe(100);
    expect(screen.queryByText(/not saved/)).toBeNull();
  });

  test("again, after a change, while it is being saved waits for that and saves the change too", async () => {
    const asked = serve(ROUTES);
    const store = renderWorkbench(<Pressed />, { chart: SAVED_CHART });
    store.getState().set("row_limit", 100);
    const press = await screen.findByRole("button", { name: "Press" });
    fireEvent.click(press);
    fireEvent.click(press);
    store.getState().set("row_limit", 500);
    fireEvent.click(press);
    await waitFor(() => expect(store.getState().saved.row_limit).toBe(500));
    const puts = asked.filter((each) => each.method === "PUT").map((each) => each.body as { params: string });
    expect(puts.map(({ params }) => JSON.parse(params).row_limit)).toEqual([100, 500]);
  });

  test("by its keys writes what was changed, and nothing where nothing was", async () => {
    const asked = serve(ROUTES);
    const store = renderWorkbench(<Keys />, { chart: SAVED_CHART });
    await userEvent.keyboard("{Control>}s{/Control}");
    expect(said()).toEqual(["No changes to save"]);
    act(() => store.getState().set("row_limit", 100));
    await userEvent.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(said()).toContain("Chart [Unemployment] has been overwritten"));
    act(() => store.getState().rename("Jobs"));
    await userEvent.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(said()).toContain("Chart [Jobs] has been overwritten"));
    expect(asked.filter((each) => each.method === "PUT")).toHaveLength(2);
  });

  test("and undo and redo have theirs: Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y", async () => {
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

  test("over a chart that was deleted meanwhile says how to keep the changes", async () => {
    serve({ ...ROUTES, "PUT /api/v1/chart/12": { status: 404, body: { message: "Not found" } } });
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART })
      .getState()
      .set("row_limit", 100);
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(said().join()).toMatch(/^Failed to save slice: Not found\. .*Save as keeps/));
  });

  test("that fails says why in the specified words, and the changes stay", async () => {
    serve({ ...ROUTES, "PUT /api/v1/chart/12": { status: 403, body: { message: "Forbidden" } } });
    const store = renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    store.getState().set("row_limit", 100);
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(said().join()).toMatch(/^Failed to save slice: /));
    expect(store.getState().formData.row_limit).toBe(100);
    expect(store.getState().saved.row_limit).not.toBe(100);
  });

  test("is not offered to those who do not own it", async () => {
    serve(ROUTES);
    signIn(OWNER, 99);
    renderWorkbench(<SaveDialog startAsNew={false} />, { chart: SAVED_CHART });
    expect(await screen.findByRole("radio", { name: "Save (overwrite)" })).toHaveProperty("disabled", true);
    expect(screen.getByRole("radio", { name: "Save as…" })).toHaveProperty("checked", true);
  });
});

describe("saving as another chart", () => {
  test("makes one of it, however often it is pressed", async () => {
    const asked = serve(ROUTES);
    renderWorkbench(<SaveDialog startAsNew />);
    await userEvent.type(await screen.findByRole("textbox", { name: "Chart name" }), "Jobs{Enter}{Enter}");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(said()).toContain("Chart [Jobs] has been saved"));
    expect(asked.filter((each) => each.method === "POST" && each.path === "/api/v1/chart/")).toHaveLength(1);
  });

  test("leaves the first one alone and goes on with the new one", async () => {
    const asked = serve(ROUTES);
    openDialog("save-as");
    const store = renderWorkbench(<SaveDialog startAsNew />, { chart: SAVED_CHART });
    const name = await screen.findByRole("textbox", { name: "Chart name" });
    await userEvent.clear(name);
    await userEvent.type(name, "  Jobs by sector ");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(said()).toContain("Chart [Jobs by sector] has been saved"));
    expect(asked.some((each) => each.method === "PUT")).toBe(false);
    const body = asked.find((each) => each.path === "/api/v1/chart/" && each.method === "POST")?.body;
    expect(body).toMatchObject({ slice_name: "Jobs by sector", dashboards: [], owners: [] });
    expect(JSON.parse(String((body as { params: string }).params)).slice_id).toBeUndefined();
    expect(store.getState().chart).toMatchObject({ id: 77, name: "Jobs by sector", ownerIds: [1] });
    expect(useDialogs.getState().open).toBeUndefined();
  });

  test("puts it on a dashboard that is made for it", async () => {
    const asked = serve(ROUTES);
    renderWorkbench(<SaveDialog startAsNew />);
    await userEvent.type(await screen.findByRole("textbox", { name: "Chart name" }), "Jobs");
    await userEvent.type(screen.getByRole("combobox", { name: "Add to dashboard" }), "Labor");
    await userEvent.click(await screen.findByTitle("Create “Labor”"));
    await userEvent.click(screen.getByRole("button", { name: "Save & go to dashboard" }));
    await waitFor(() => expect(said()).toContain("Chart [Jobs] has been saved"));
    const posts = asked.filter((each) => each.method === "POST").map((each) => each.body);
    expect(posts).toEqual([
      { dashboard_title: "Labor" },
      expect.objectContaining({ slice_name: "Jobs", dashboards: [41] }),
    ]);
  });

  test("makes that dashboard once, though the chart is saved at the second try only", async () => {
    const asked = serve({ ...ROUTES, "POST /api/v1/chart/": { status: 422, body: { message: "No room" } } });
    renderWorkbench(<SaveDialog startAsNew />);
    await userEvent.type(await screen.findByRole("textbox", { name: "Chart name" }), "Jobs");
    await userEvent.type(screen.getByRole("combobox", { name: "Add to dashboard" }), "Labor");
    await userEvent.click(await screen.findByTitle("Create “Labor”"));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(said()).toEqual(["Failed to save slice: No room"]));
    expect(await screen.findByTitle("Labor")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const posts = () => asked.filter((each) => each.method === "POST").map((each) => each.path);
    await waitFor(() => expect(posts()).toEqual(["/api/v1/dashboard/", "/api/v1/chart/", "/api/v1/chart/"]));
  });

  test("offers those dashboards that may be changed, the one it was opened from already chosen", async () => {
    const asked = serve(ROUTES);
    renderWorkbench(<SaveDialog startAsNew />, { chart: SAVED_CHART, form: { dashboardId: 40 } });
    expect(await screen.findByTitle("Work")).toBeTruthy();
    const questions = asked.filter(({ path }) => path === "/api/v1/dashboard/").map(({ query }) => query.get("q"));
    expect(questions).toHaveLength(2);
    for (const q of questions) expect(q).toContain("(col:owners,opr:rel_m_m,value:1)");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(said()).toContain("Chart [Unemployment] has been saved"));
    expect(asked.find(({ method, path }) => method === "POST" && path === "/api/v1/chart/")?.body).toMatchObject({
      dashboards: [40],
    });
  });

  test("says in the dialog why the dashboard could not be made, and makes no chart", async () => {
    const asked = serve({ ...ROUTES, "POST /api/v1/dashboard/": { status: 422, body: { message: "No room" } } });
    renderWorkbench(<SaveDialog startAsNew />);
    await userEvent.type(await screen.findByRole("textbox", { name: "Chart name" }), "Jobs");
    await userEvent.type(screen.getByRole("combobox", { name: "Add to dashboard" }), "Labor");
    await userEvent.click(await screen.findByTitle("Create “Labor”"));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe("No room");
    expect(asked.some((each) => each.method === "POST" && each.path === "/api/v1/chart/")).toBe(false);
  });
});

describe("passing a chart on", () => {
  test("the header says who certified it and what it is; a permalink and embed code are made of the chart as it stands", async () => {
    const told = { ...DETAIL, certified_by: "Ada", certification_details: "Checked", description: "Of all sectors" };
    const asked = serve({
      ...ROUTES,
      "GET /api/v1/chart/12": { body: { id: 12, result: told } },
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
    expect(await screen.findByRole("menuitem", { name: "Share by email" })).toBeTruthy();
    await pickFromMenu("Embed code");
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
    expect(asked.find((one) => one.method === "POST")?.body).toMatchObject({
      formData: { row_limit: 77, slice_id: 12 },
      urlParams: [["region", "EU"]],
    });
  });
});

test("a chart says when it is pointed at who certified it, and leads to the dashboards that it is on", async () => {
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

test("properties are saved, and the name changes at once", async () => {
  const asked = serve(ROUTES);
  openDialog("properties");
  const store = renderWorkbench(<DialogHost />, { chart: SAVED_CHART });
  const name = await screen.findByLabelText(/^Name/);
  await userEvent.clear(name);
  await userEvent.type(name, "Out of work");
  await userEvent.click(screen.getByRole("button", { name: "Save properties" }));
  await waitFor(() => expect(said()).toContain("Chart properties updated"));
  expect(asked.find((each) => each.method === "PUT")?.body).toMatchObject({ slice_name: "Out of work", owners: [1] });
  expect(store.getState()).toMatchObject({ name: "Out of work", savedName: "Out of work" });
});
