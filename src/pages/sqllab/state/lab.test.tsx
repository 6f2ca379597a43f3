import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, type Asked, type Routes, serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { dismiss, useToasts } from "../../../web/toasts/toasts.ts";
import { labMemory } from "./drafts.ts";
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
/** The editor once the tab in front is loaded. */
async function open(routes: Routes = {}) {
  const asked = serve({ ...ROUTES, ...routes });
  const opened = await openLab(USER);
  lab = opened;
  await vi.waitFor(() => expect(front(opened)?.isLoaded).toBe(true));
  return { lab: opened, asked };
}

const tabs = ({ store }: Lab) => store.getState().tabs;
const names = (opened: Lab) => tabs(opened).map(({ name }) => name);
const front = (opened: Lab) => tabs(opened).find(({ key }) => key === opened.store.getState().active);
const calls = (asked: readonly Asked[], method: string) =>
  asked.filter((one) => one.method === method).map(({ path }) => path);
const said = () => useToasts.getState().toasts;
const request = (more: Partial<LabRequest>): LabRequest => ({
  kind: "none",
  isForeign: false,
  autorun: false,
  ...more,
});

beforeEach(() => {
  localStorage.clear();
  forgetCsrfToken();
  for (const { id } of said()) dismiss(id);
});
afterEach(() => {
  lab?.leave();
  lab = undefined;
  localStorage.clear();
});

describe("tabs of the SQL editor", () => {
  test("are the server's, with the one in front that was last; databases that are hidden are not offered", async () => {
    const { lab } = await open();
    expect([names(lab), front(lab)?.sql]).toEqual([["Tab 1", "Tab 2", "Tab 3"], "select 2"]);
    expect(lab.store.getState().databases.map(({ id }) => id)).toEqual([1, 2]);
    expect(tabs(lab).map(({ isLoaded }) => isLoaded)).toEqual([false, true, false]);
  });

  test("are loaded once they come to the front, and the server is told which that is", async () => {
    const { lab, asked } = await open();
    lab.step(1);
    await vi.waitFor(() => expect(front(lab)).toMatchObject({ name: "Tab 3", isLoaded: true, sql: "select 3" }));
    lab.step(1);
    await vi.waitFor(() => expect(front(lab)).toMatchObject({ name: "Tab 1", isLoaded: true }));
    lab.step(-1);
    expect(front(lab)?.name).toBe("Tab 3");
    expect(calls(asked, "GET").filter((path) => path === "/tabstateview/3")).toHaveLength(1);
    const activated = () => calls(asked, "POST").filter((path) => path.endsWith("/activate"));
    await vi.waitFor(() =>
      expect(activated()).toEqual(["/tabstateview/3/activate", "/tabstateview/1/activate", "/tabstateview/3/activate"]),
    );
  });

  test("that were closed elsewhere go when they are looked at; those that cannot be read stay", async () => {
    const { lab } = await open({
      "GET /tabstateview/3": { status: 404, body: {} },
      "GET /tabstateview/1": { status: 500, body: { message: "down" } },
    });
    lab.activate("3");
    await vi.waitFor(() => expect(names(lab)).toEqual(["Tab 1", "Tab 2"]));
    expect(front(lab)?.name).toBe("Tab 2");
    lab.activate("1");
    await vi.waitFor(() =>
      expect(said().map(({ text }) => text)).toEqual(["An error occurred while fetching tab state"]),
    );
    expect(names(lab)).toEqual(["Tab 1", "Tab 2"]);
  });

  test("on a database that is gone have none, and keep their SQL", async () => {
    const { lab } = await open({ "GET /api/v1/sqllab/": bootstrap({ active_tab: state(2, { database_id: 3 }) }) });
    expect(front(lab)).toMatchObject({ dbId: null, schema: null, sql: "select 2" });
  });

  test("that are new start where the one in front is, under the next number", async () => {
    const { lab } = await open();
    lab.add({});
    expect(front(lab)).toMatchObject({ name: "Untitled Query 1", dbId: 1, schema: "main", sql: "" });
    lab.add({ dbId: 2 });
    expect(front(lab)).toMatchObject({ name: "Untitled Query 2", dbId: 2, schema: null });
    lab.add({ name: "Mine", sql: "select 5" });
    expect(front(lab)).toMatchObject({ name: "Mine", dbId: 2 });
    await vi.waitFor(() => expect(tabs(lab).every(({ id }) => id !== null)).toBe(true));
  });

  test("that are copied run by themselves, and are no saved query", async () => {
    const { lab } = await open({
      "GET /api/v1/sqllab/": bootstrap({ active_tab: state(2, { saved_query: { id: 5 } }) }),
      "GET /api/v1/saved_query/5": { body: { id: 5, result: { id: 5, sql: "select 2" } } },
    });
    await vi.waitFor(() => expect(front(lab)?.savedSql).toBe("select 2"));
    lab.duplicate("2");
    expect(front(lab)).toMatchObject({ name: "Copy of Tab 2", sql: "select 2", autorun: true, savedQueryId: null });
  });

  test("whose saved query is gone hold none", async () => {
    const { lab } = await open({
      "GET /api/v1/sqllab/": bootstrap({ active_tab: state(2, { saved_query: { id: 5 } }) }),
      "GET /api/v1/saved_query/5": { status: 404, body: {} },
    });
    await vi.waitFor(() => expect(front(lab)?.savedQueryId).toBeNull());
  });

  test("that are closed give way to the one that was in front before, and can be opened again", async () => {
    const { lab, asked } = await open();
    lab.activate("1");
    lab.activate("3");
    await vi.waitFor(() => expect(front(lab)?.isLoaded).toBe(true));
    lab.close("3");
    expect(front(lab)?.name).toBe("Tab 1");
    await vi.waitFor(() => expect(calls(asked, "DELETE")).toEqual(["/tabstateview/3"]));
    const [toast] = said();
    expect(toast?.text).toBe("Closed Tab 3");
    toast?.action?.run();
    expect(front(lab)).toMatchObject({ name: "Tab 3", sql: "select 3", autorun: false });
    expect(front(lab)?.key).not.toBe("3");
  });

  test("that are empty are closed without a word", async () => {
    const { lab } = await open();
    const key = lab.add({});
    lab.close(key);
    expect([said(), names(lab)]).toEqual([[], ["Tab 1", "Tab 2", "Tab 3"]]);
  });

  test("are closed but one; when the last goes there is a new one on its database", async () => {
    const { lab, asked } = await open();
    lab.closeOthers("2");
    expect(names(lab)).toEqual(["Tab 2"]);
    await vi.waitFor(() => expect(calls(asked, "DELETE").sort()).toEqual(["/tabstateview/1", "/tabstateview/3"]));
    lab.close("2");
    expect(front(lab)).toMatchObject({ name: "Untitled Query 1", dbId: 1, schema: "main", sql: "" });
  });

  test("that the server could not close stay closed here, and are closed when the page is opened next", async () => {
    const down = { "DELETE /tabstateview/*": { status: 500, body: { message: "down" } } };
    const { lab: first, asked: before } = await open(down);
    first.close("1");
    await vi.waitFor(() => expect(calls(before, "DELETE")).toEqual(["/tabstateview/1"]));
    expect(Object.keys(labMemory(USER).closed())).toEqual(["1"]);
    first.leave();
    const { lab: next, asked } = await open();
    expect(names(next)).toEqual(["Tab 2", "Tab 3"]);
    await vi.waitFor(() => expect(calls(asked, "DELETE")).toEqual(["/tabstateview/1"]));
    await vi.waitFor(() => expect(labMemory(USER).closed()).toEqual({}));
  });
});

describe("what is written in the SQL editor", () => {
  test("is sent when the page is left, and stays in the browser until the server has it", async () => {
    const { lab, asked } = await open({ "PUT /tabstateview/*": { status: 500, body: { message: "down" } } });
    lab.edit("2", { sql: "select 22" });
    expect([...lab.store.getState().unsent]).toEqual(["2"]);
    lab.hold();
    expect(labMemory(USER).drafts()["2"]?.sql).toBe("select 22");
    await vi.waitFor(() => expect(lab.store.getState().isUnsendable).toBe(true));
    expect(said()[0]?.text).toMatch(/^The server does not keep what you write at the moment/);
    serve(ROUTES);
    lab.hold();
    await vi.waitFor(() => expect(lab.store.getState()).toMatchObject({ isUnsendable: false, unsent: new Set() }));
    expect(labMemory(USER).drafts()).toEqual({});
    expect(calls(asked, "PUT")).toContain("/tabstateview/2");
  });

  test("in a tab that was closed elsewhere goes to a new one on the server", async () => {
    const { lab, asked } = await open({ "PUT /tabstateview/*": { status: 404, body: {} } });
    lab.edit("2", { sql: "select 22" });
    lab.hold();
    await vi.waitFor(() => expect(front(lab)?.id).toBeNull());
    lab.hold();
    await vi.waitFor(() => expect(front(lab)?.id).toBe(9));
    const { body } = asked.find(({ method, path }) => method === "POST" && path === "/tabstateview/") ?? {};
    expect((body as { queryEditor: string }).queryEditor).toContain("select 22");
  });

  test("and was not sent before is newer than what the server has, unless the server's is", async () => {
    const draft = { ...EMPTY_DRAFT, id: 2, name: "Tab 2", dbId: 1, sql: "select 22" };
    labMemory(USER).keep({ 2: { ...draft, updatedAt: 20 } });
    const { lab: newer } = await open();
    expect(front(newer)?.sql).toBe("select 22");
    newer.leave();
    labMemory(USER).keep({ 2: { ...draft, updatedAt: 5 } });
    const { lab: older } = await open();
    expect(front(older)?.sql).toBe("select 2");
  });

  test("in a tab that the server never had is there again", async () => {
    labMemory(USER).keep({
      "new-a": { ...EMPTY_DRAFT, id: null, name: "Mine", dbId: 1, sql: "select 7", updatedAt: 5 },
    });
    const { lab } = await open();
    expect(names(lab)).toEqual(["Tab 1", "Tab 2", "Tab 3", "Mine"]);
    await vi.waitFor(() => expect(tabs(lab).at(-1)?.id).toBe(9));
  });
});

describe("tables beside the SQL editor", () => {
  const movies = { dbId: 1, catalog: null, schema: "main", name: "movies", isExpanded: false };

  test("are kept by the server, expanded or not", async () => {
    const { lab, asked } = await open();
    lab.pin("2", movies);
    expect(front(lab)?.pane).toBe(pinKey(movies));
    await vi.waitFor(() => expect(front(lab)?.tables[0]?.id).toBe(70));
    await vi.waitFor(() => expect(calls(asked, "POST")).toContain("/tableschemaview/70/expanded"));
    lab.expand("2", pinKey(movies), true);
    lab.expand("2", pinKey(movies), true);
    const expanded = () => asked.filter(({ path }) => path.endsWith("/expanded"));
    await vi.waitFor(() => expect(expanded()).toHaveLength(2));
    lab.pin("2", { ...movies, name: "actors" });
    lab.unpin("2", pinKey({ ...movies, name: "actors" }));
    expect(front(lab)?.pane).toBe(pinKey(movies));
    lab.unpin("2", pinKey(movies));
    expect([front(lab)?.pane, front(lab)?.tables]).toEqual(["results", []]);
    await vi.waitFor(() => expect(calls(asked, "DELETE")).toContain("/tableschemaview/70"));
  });

  test("stay when the server cannot keep them, and that is said", async () => {
    const { lab } = await open({ "POST /tableschemaview/": { status: 500, body: { message: "down" } } });
    lab.pin("2", movies);
    await vi.waitFor(() => expect(said()).toHaveLength(1));
    expect(front(lab)?.tables.map(({ name }) => name)).toEqual(["movies"]);
  });
});

describe("what the SQL editor is asked to open", () => {
  const saved = {
    id: 5,
    label: "Genres",
    sql: "select genre",
    db_id: 2,
    schema: "main",
    template_parameters: '{"a":1}',
  };
  const SAVED: Routes = { "GET /api/v1/saved_query/5": { body: { id: 5, result: saved } } };

  test("a saved query comes with all that was saved, and to the front when it is open", async () => {
    const { lab } = await open(SAVED);
    await openRequest(lab, request({ kind: "saved", id: 5 }));
    expect(front(lab)).toMatchObject({ name: "Genres", sql: "select genre", dbId: 2, templateParams: '{"a":1}' });
    lab.activate("1");
    await openRequest(lab, request({ kind: "saved", id: 5 }));
    expect([front(lab)?.name, names(lab).length]).toEqual(["Genres", 4]);
  });

  test("a query of the history is a copy", async () => {
    const query = { id: 8, database: { id: 2, database_name: "db 2" }, sql: "select 8", tab_name: "Old", schema: "s" };
    const { lab } = await open({ "GET /api/v1/query/8": { body: { id: 8, result: query } } });
    await openRequest(lab, request({ kind: "query", id: 8, autorun: true }));
    expect(front(lab)).toMatchObject({ name: "Copy of Old", sql: "select 8", dbId: 2, schema: "s", autorun: true });
  });

  test("a link's SQL runs by itself only when it asks", async () => {
    const { lab } = await open();
    await openRequest(lab, request({ kind: "sql", sql: "select 1", autorun: true, isForeign: true }));
    expect([front(lab)?.autorun, said().length]).toEqual([true, 0]);
    await openRequest(lab, request({ kind: "sql", sql: "drop table a", autorun: true, isForeign: true }));
    expect(front(lab)).toMatchObject({ autorun: false, sql: "drop table a" });
    expect(said()[0]?.text).toBe("The link asks to run its SQL at once. Read it first: it may change data.");
  });

  test("a blank tab takes the place of a new one, but not where a name is asked for", async () => {
    const { lab } = await open();
    const blank = lab.add({});
    lab.activate("1");
    await openRequest(lab, request({ kind: "new" }));
    expect(front(lab)?.key).toBe(blank);
    await openRequest(lab, request({ kind: "new", name: "Mine" }));
    expect([front(lab)?.name, names(lab).length]).toEqual(["Mine", 5]);
  });

  test("what is gone is said, and the tabs stay as they are", async () => {
    const { lab } = await open({ "GET /api/v1/saved_query/6": { status: 404, body: { message: "Not found" } } });
    await openRequest(lab, request({ kind: "saved", id: 6 }));
    expect(said()[0]?.text).toBe("The query could not be opened: Not found");
    expect([names(lab).length, front(lab)?.name]).toEqual([3, "Tab 2"]);
  });
});
