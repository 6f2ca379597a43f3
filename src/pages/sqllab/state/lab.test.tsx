import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, type RecordedRequest, type Routes, serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { dismiss, useToasts } from "../../../web/toasts/toasts.ts";
import { draftStorage } from "./drafts.ts";
import { type Lab, openLab } from "./lab.ts";
import { openRequest } from "./open-request.ts";
import type { LabRequest } from "./request.ts";
import { EMPTY_DRAFT, pinKey } from "./tab.ts";

const USER = 1;
const JSON_TYPE = { "content-type": "application/json" };
const database = (id: number, more: object = {}) => ({
  id,
  database_name: `db ${id}`,
  expose_in_sqllab: true,
  allow_run_async: false,
  ...more,
});
const state = (id: number, more: object = {}) => ({
  id,
  label: `Tab ${id}`,
  sql: `select ${id}`,
  database_id: 1,
  catalog: null,
  schema: "main",
  query_limit: 100,
  template_params: null,
  autorun: false,
  hide_left_bar: false,
  saved_query: null,
  latest_query: null,
  table_schemas: [],
  extra_json: '{"updatedAt":10}',
  active: false,
  ...more,
});
const bootstrap = (more: object = {}): Answer => ({
  body: {
    result: {
      active_tab: state(2),
      tab_state_ids: [
        [1, "Tab 1"],
        [2, "Tab 2"],
        [3, "Tab 3"],
      ],
      unsaved_tab_ids: [],
      databases: { 1: database(1), 2: database(2), 3: database(3, { expose_in_sqllab: false }) },
      conf: { SQL_MAX_ROW: 1000, SCHEDULED_QUERIES: null },
      ...more,
    },
  },
});
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/sqllab/": bootstrap(),
  "GET /tabstateview/1": { body: state(1) },
  "GET /tabstateview/2": { body: state(2) },
  "GET /tabstateview/3": { body: state(3) },
  "POST /tabstateview/": { body: { id: 9 } },
  "PUT /tabstateview/*": { body: 1 },
  "POST /tabstateview/*": { body: 1 },
  "DELETE /tabstateview/*": { body: '"OK"', headers: JSON_TYPE },
  "POST /tableschemaview/": { body: { id: 70 } },
  "POST /tableschemaview/*": { body: 1 },
  "DELETE /tableschemaview/*": { body: '"OK"', headers: JSON_TYPE },
};

let lab: Lab | undefined;
async function open(routes: Routes = {}) {
  const requests = serve({ ...ROUTES, ...routes });
  const opened = await openLab(USER);
  lab = opened;
  await vi.waitFor(() => expect(activeTab(opened)?.isLoaded).toBe(true));
  return { lab: opened, requests };
}

const tabs = ({ store }: Lab) => store.getState().tabs;
const names = (opened: Lab) => tabs(opened).map(({ name }) => name);
const activeTab = (opened: Lab) => tabs(opened).find(({ key }) => key === opened.store.getState().active);
const calls = (requests: readonly RecordedRequest[], method: string) =>
  requests.filter((one) => one.method === method).map(({ path }) => path);
const toasts = () => useToasts.getState().toasts;
const request = (more: Partial<LabRequest>): LabRequest => ({
  kind: "none",
  isUntrusted: false,
  autorun: false,
  ...more,
});

beforeEach(() => {
  localStorage.clear();
  forgetCsrfToken();
  for (const { id } of toasts()) dismiss(id);
});
afterEach(() => {
  lab?.leave();
  lab = undefined;
  localStorage.clear();
});

describe("tabs of the SQL editor", () => {
  test("are loaded from the server with the last active one; hidden databases are left out", async () => {
    const { lab } = await open();
    expect([names(lab), activeTab(lab)?.sql]).toEqual([["Tab 1", "Tab 2", "Tab 3"], "select 2"]);
    expect(lab.store.getState().databases.map(({ id }) => id)).toEqual([1, 2]);
    expect(tabs(lab).map(({ isLoaded }) => isLoaded)).toEqual([false, true, false]);
  });

  test("load when activated, and are activated on the server", async () => {
    const { lab, requests } = await open();
    lab.step(1);
    await vi.waitFor(() => expect(activeTab(lab)).toMatchObject({ name: "Tab 3", isLoaded: true, sql: "select 3" }));
    lab.step(1);
    await vi.waitFor(() => expect(activeTab(lab)).toMatchObject({ name: "Tab 1", isLoaded: true }));
    lab.step(-1);
    expect(activeTab(lab)?.name).toBe("Tab 3");
    expect(calls(requests, "GET").filter((path) => path === "/tabstateview/3")).toHaveLength(1);
    const activated = () => calls(requests, "POST").filter((path) => path.endsWith("/activate"));
    await vi.waitFor(() =>
      expect(activated()).toEqual(["/tabstateview/3/activate", "/tabstateview/1/activate", "/tabstateview/3/activate"]),
    );
  });

  test("closed elsewhere disappear when activated; those that fail to load stay", async () => {
    const { lab } = await open({
      "GET /tabstateview/3": { status: 404, body: {} },
      "GET /tabstateview/1": { status: 500, body: { message: "down" } },
    });
    lab.activate("3");
    await vi.waitFor(() => expect(names(lab)).toEqual(["Tab 1", "Tab 2"]));
    expect(activeTab(lab)?.name).toBe("Tab 2");
    lab.activate("1");
    await vi.waitFor(() =>
      expect(toasts().map(({ text }) => text)).toEqual(["An error occurred while fetching tab state"]),
    );
    expect(names(lab)).toEqual(["Tab 1", "Tab 2"]);
  });

  test("without their database keep their SQL", async () => {
    const { lab } = await open({ "GET /api/v1/sqllab/": bootstrap({ active_tab: state(2, { database_id: 3 }) }) });
    expect(activeTab(lab)).toMatchObject({ dbId: null, schema: null, sql: "select 2" });
  });

  test("start on the active tab's database with the next number", async () => {
    const { lab } = await open();
    lab.add({});
    expect(activeTab(lab)).toMatchObject({ name: "Untitled Query 1", dbId: 1, schema: "main", sql: "" });
    lab.add({ dbId: 2 });
    expect(activeTab(lab)).toMatchObject({ name: "Untitled Query 2", dbId: 2, schema: null });
    lab.add({ name: "Mine", sql: "select 5" });
    expect(activeTab(lab)).toMatchObject({ name: "Mine", dbId: 2 });
    await vi.waitFor(() => expect(tabs(lab).every(({ id }) => id !== null)).toBe(true));
  });

  test("that are duplicated run automatically and have no saved query", async () => {
    const { lab } = await open({
      "GET /api/v1/sqllab/": bootstrap({ active_tab: state(2, { saved_query: { id: 5 } }) }),
      "GET /api/v1/saved_query/5": { body: { id: 5, result: { id: 5, sql: "select 2" } } },
    });
    await vi.waitFor(() => expect(activeTab(lab)?.savedSql).toBe("select 2"));
    lab.duplicate("2");
    expect(activeTab(lab)).toMatchObject({ name: "Copy of Tab 2", sql: "select 2", autorun: true, savedQueryId: null });
  });

  test("drop a deleted saved query", async () => {
    const { lab } = await open({
      "GET /api/v1/sqllab/": bootstrap({ active_tab: state(2, { saved_query: { id: 5 } }) }),
      "GET /api/v1/saved_query/5": { status: 404, body: {} },
    });
    await vi.waitFor(() => expect(activeTab(lab)?.savedQueryId).toBeNull());
  });

  test("when closed return to the previously active one, and can be reopened", async () => {
    const { lab, requests } = await open();
    lab.activate("1");
    lab.activate("3");
    await vi.waitFor(() => expect(activeTab(lab)?.isLoaded).toBe(true));
    lab.close("3");
    expect(activeTab(lab)?.name).toBe("Tab 1");
    await vi.waitFor(() => expect(calls(requests, "DELETE")).toEqual(["/tabstateview/3"]));
    const [toast] = toasts();
    expect(toast?.text).toBe("Closed Tab 3");
    toast?.action?.run();
    expect(activeTab(lab)).toMatchObject({ name: "Tab 3", sql: "select 3", autorun: false });
    expect(activeTab(lab)?.key).not.toBe("3");
  });

  test("close without a message when empty", async () => {
    const { lab } = await open();
    const key = lab.add({});
    lab.close(key);
    expect([toasts(), names(lab)]).toEqual([[], ["Tab 1", "Tab 2", "Tab 3"]]);
  });

  test("can all be closed but one; closing the last opens a new one on its database", async () => {
    const { lab, requests } = await open();
    lab.closeOthers("2");
    expect(names(lab)).toEqual(["Tab 2"]);
    await vi.waitFor(() => expect(calls(requests, "DELETE").sort()).toEqual(["/tabstateview/1", "/tabstateview/3"]));
    lab.close("2");
    expect(activeTab(lab)).toMatchObject({ name: "Untitled Query 1", dbId: 1, schema: "main", sql: "" });
  });

  test("that the server failed to close stay closed and are closed on the next visit", async () => {
    const down = { "DELETE /tabstateview/*": { status: 500, body: { message: "down" } } };
    const { lab: first, requests: before } = await open(down);
    first.close("1");
    await vi.waitFor(() => expect(calls(before, "DELETE")).toEqual(["/tabstateview/1"]));
    expect(Object.keys(draftStorage(USER).closed())).toEqual(["1"]);
    first.leave();
    const { lab: next, requests } = await open();
    expect(names(next)).toEqual(["Tab 2", "Tab 3"]);
    await vi.waitFor(() => expect(calls(requests, "DELETE")).toEqual(["/tabstateview/1"]));
    await vi.waitFor(() => expect(draftStorage(USER).closed()).toEqual({}));
  });
});

describe("drafts in the SQL editor", () => {
  test("are sent when the page is left, and stay in the browser until then", async () => {
    const { lab, requests } = await open({ "PUT /tabstateview/*": { status: 500, body: { message: "down" } } });
    lab.edit("2", { sql: "select 22" });
    expect([...lab.store.getState().unsent]).toEqual(["2"]);
    lab.persist();
    expect(draftStorage(USER).drafts()["2"]?.sql).toBe("select 22");
    await vi.waitFor(() => expect(lab.store.getState().isSendFailing).toBe(true));
    expect(toasts()[0]?.text).toMatch(/^Can't reach the server to save drafts/);
    serve(ROUTES);
    lab.persist();
    await vi.waitFor(() => expect(lab.store.getState()).toMatchObject({ isSendFailing: false, unsent: new Set() }));
    expect(draftStorage(USER).drafts()).toEqual({});
    expect(calls(requests, "PUT")).toContain("/tabstateview/2");
  });

  test("of a tab closed elsewhere create a new one on the server", async () => {
    const { lab, requests } = await open({ "PUT /tabstateview/*": { status: 404, body: {} } });
    lab.edit("2", { sql: "select 22" });
    lab.persist();
    await vi.waitFor(() => expect(activeTab(lab)?.id).toBeNull());
    lab.persist();
    await vi.waitFor(() => expect(activeTab(lab)?.id).toBe(9));
    const { body } = requests.find(({ method, path }) => method === "POST" && path === "/tabstateview/") ?? {};
    expect((body as { queryEditor: string }).queryEditor).toContain("select 22");
  });

  test("that weren't sent are used unless the server's are newer", async () => {
    const draft = { ...EMPTY_DRAFT, id: 2, name: "Tab 2", dbId: 1, sql: "select 22" };
    draftStorage(USER).saveDrafts({ 2: { ...draft, updatedAt: 20 } });
    const { lab: newer } = await open();
    expect(activeTab(newer)?.sql).toBe("select 22");
    newer.leave();
    draftStorage(USER).saveDrafts({ 2: { ...draft, updatedAt: 5 } });
    const { lab: older } = await open();
    expect(activeTab(older)?.sql).toBe("select 2");
  });

  test("are continued after a reload and after going away and back, without copies", async () => {
    draftStorage(USER).saveDrafts({
      2: { ...EMPTY_DRAFT, id: 2, name: "Tab 2", dbId: 1, sql: "select 22", updatedAt: 20, page: "before" },
    });
    const down: Routes = { "PUT /tabstateview/*": { status: 500, body: { message: "down" } } };
    for (const sql of ["select 221", "select 222"]) {
      const { lab } = await open(down);
      lab.edit("2", { sql });
      lab.leave();
      await vi.waitFor(() => expect(lab.store.getState().isSendFailing).toBe(true));
    }
    const { lab: again } = await open();
    expect(names(again)).toEqual(["Tab 1", "Tab 2", "Tab 3"]);
    expect(activeTab(again)?.sql).toBe("select 222");
  });

  test("that become new tabs stay behind the active one", async () => {
    const other = { ...EMPTY_DRAFT, id: null, name: "Copy of Tab 2", dbId: 1, sql: "select 7", updatedAt: 5 };
    draftStorage(USER).saveDrafts({ "other-a-2": other });
    const { lab, requests } = await open();
    expect(activeTab(lab)?.name).toBe("Tab 2");
    await vi.waitFor(() => expect(calls(requests, "POST").at(-1)).toBe("/tabstateview/2/activate"));
  });

  test("of tabs the server never had are restored", async () => {
    draftStorage(USER).saveDrafts({
      "new-a": { ...EMPTY_DRAFT, id: null, name: "Mine", dbId: 1, sql: "select 7", updatedAt: 5 },
    });
    const { lab } = await open();
    expect(names(lab)).toEqual(["Tab 1", "Tab 2", "Tab 3", "Mine"]);
    await vi.waitFor(() => expect(tabs(lab).at(-1)?.id).toBe(9));
  });
});

describe("pinned tables", () => {
  const movies = { dbId: 1, catalog: null, schema: "main", name: "movies", isExpanded: false };

  test("are stored on the server, expanded or not", async () => {
    const { lab, requests } = await open();
    lab.pin("2", movies);
    expect(activeTab(lab)?.pane).toBe(pinKey(movies));
    await vi.waitFor(() => expect(activeTab(lab)?.tables[0]?.id).toBe(70));
    await vi.waitFor(() => expect(calls(requests, "POST")).toContain("/tableschemaview/70/expanded"));
    lab.expand("2", pinKey(movies), true);
    lab.expand("2", pinKey(movies), true);
    const expanded = () => requests.filter(({ path }) => path.endsWith("/expanded"));
    await vi.waitFor(() => expect(expanded()).toHaveLength(2));
    lab.pin("2", { ...movies, name: "actors" });
    lab.unpin("2", pinKey({ ...movies, name: "actors" }));
    expect(activeTab(lab)?.pane).toBe(pinKey(movies));
    lab.unpin("2", pinKey(movies));
    expect([activeTab(lab)?.pane, activeTab(lab)?.tables]).toEqual(["results", []]);
    await vi.waitFor(() => expect(calls(requests, "DELETE")).toContain("/tableschemaview/70"));
  });

  test("stay when storing them fails, with an error", async () => {
    const { lab } = await open({ "POST /tableschemaview/": { status: 500, body: { message: "down" } } });
    lab.pin("2", movies);
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
    expect(activeTab(lab)?.tables.map(({ name }) => name)).toEqual(["movies"]);
  });
});

describe("opening requests", () => {
  const saved = {
    id: 5,
    label: "Genres",
    sql: "select genre",
    db_id: 2,
    schema: "main",
    template_parameters: '{"a":1}',
  };
  const SAVED: Routes = { "GET /api/v1/saved_query/5": { body: { id: 5, result: saved } } };

  test("a saved query opens with all its settings, or is activated if already open", async () => {
    const { lab } = await open(SAVED);
    await openRequest(lab, request({ kind: "saved", id: 5 }));
    expect(activeTab(lab)).toMatchObject({ name: "Genres", sql: "select genre", dbId: 2, templateParams: '{"a":1}' });
    lab.activate("1");
    await openRequest(lab, request({ kind: "saved", id: 5 }));
    expect([activeTab(lab)?.name, names(lab).length]).toEqual(["Genres", 4]);
  });

  test("a query from the history opens as a copy", async () => {
    const query = { id: 8, database: { id: 2, database_name: "db 2" }, sql: "select 8", tab_name: "Old", schema: "s" };
    const { lab } = await open({ "GET /api/v1/query/8": { body: { id: 8, result: query } } });
    await openRequest(lab, request({ kind: "query", id: 8, autorun: true }));
    expect(activeTab(lab)).toMatchObject({ name: "Copy of Old", sql: "select 8", dbId: 2, schema: "s", autorun: true });
  });

  test("a link's SQL runs automatically only if it is read-only", async () => {
    const { lab } = await open();
    await openRequest(lab, request({ kind: "sql", sql: "select 1", autorun: true, isUntrusted: true }));
    expect([activeTab(lab)?.autorun, toasts().length]).toEqual([true, 0]);
    await openRequest(lab, request({ kind: "sql", sql: "drop table a", autorun: true, isUntrusted: true }));
    expect(activeTab(lab)).toMatchObject({ autorun: false, sql: "drop table a" });
    expect(toasts()[0]?.text).toBe("This link wants to run SQL automatically. Review it first; it may change data.");
  });

  test("an empty tab is reused for a new one, unless a name is given", async () => {
    const { lab } = await open();
    const blank = lab.add({});
    lab.activate("1");
    await openRequest(lab, request({ kind: "new" }));
    expect(activeTab(lab)?.key).toBe(blank);
    await openRequest(lab, request({ kind: "new", name: "Mine" }));
    expect([activeTab(lab)?.name, names(lab).length]).toEqual(["Mine", 5]);
  });

  test("a missing query is reported, and the tabs stay", async () => {
    const { lab } = await open({ "GET /api/v1/saved_query/6": { status: 404, body: { message: "Not found" } } });
    await openRequest(lab, request({ kind: "saved", id: 6 }));
    expect(toasts()[0]?.text).toBe("Failed to open the query: Not found");
    expect([names(lab).length, activeTab(lab)?.name]).toEqual([3, "Tab 2"]);
  });
});
