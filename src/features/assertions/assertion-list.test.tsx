import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { assertionOf } from "../../testing/assertions.ts";
import { DATASET, openEditor, openTab, routesOf } from "../../testing/dataset-editor.tsx";
import { pickFromMenu } from "../../testing/menus.ts";
import type { RecordedRequest, Routes } from "../../testing/network.ts";
import { isOff, pick, press, write } from "../../testing/steps.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import type { Assertion } from "./assertion-calls.ts";

const LIST = "GET /api/v1/dataset/2/assertions";
const ADA = { id: 1, first_name: "Ada", last_name: "Lovelace" };

function signIn(pairs: readonly (readonly [string, string])[] = [["can_write", "Assertion"]]): void {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Alpha: pairs } }), true);
}

async function openList(assertions: readonly Assertion[], routes: Routes = {}, dataset: object = {}) {
  const own = { owners: [ADA], ...dataset };
  const opened = openEditor(
    routesOf(own, { [LIST]: { body: { count: assertions.length, result: assertions } }, ...routes }),
  );
  await openTab(/Assertions/);
  return opened;
}

const bodyOf = (requests: readonly RecordedRequest[], method: string, path: string) =>
  requests.find((one) => one.method === method && one.path === path)?.body;

const toasts = () => useToasts.getState().toasts.map(({ text }) => text);

async function dialogOf(title: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(title, { selector: ".ant-modal-title *" })).closest<HTMLElement>(
    "[role=dialog]",
  );
  if (!dialog) throw new Error(`no dialog ${title}`);
  return dialog;
}

beforeEach(() => {
  signIn();
  useToasts.setState({ toasts: [] });
});

describe("the list of assertions", () => {
  const failed = assertionOf(1, {
    name: "Not too many",
    state: "failed",
    value: "120",
    message: "count is 120, above 100",
    failed_since: "2026-03-02T08:00:00.000000",
  });

  test("shows the state, the value, what failed and when it is checked", async () => {
    await openList([failed, assertionOf(2, { name: "Fresh", active: false, next_check_at: null })]);
    const [first, second] = await screen.findAllByRole("listitem");
    const row = within(first as HTMLElement);
    for (const text of ["Failed", "Not too many", "count is 120, above 100"]) row.getByText(text);
    expect(row.queryByText("120")).toBeNull();
    expect(first?.textContent).toMatch(/Checked 2 Mar.*Next check on .* at 10:00/);
    expect(second?.textContent).toMatch(/Passed.*Fresh.*count is 12.*No scheduled checks/);
    expect(screen.getByText("1 of 2 assertions failing")).toBeTruthy();
  });

  test("has what fails first, then errors, and counts them apart", async () => {
    const broken = assertionOf(3, {
      name: "A query",
      state: "error",
      message: "Couldn't be checked",
      external_id: "x",
    });
    await openList([assertionOf(5, { name: "Last" }), assertionOf(4, { name: "Fresh" }), broken, failed]);
    const items = await screen.findAllByRole("listitem");
    const names = ["Not too many", "A query", "Fresh", "Last"];
    for (const [i, name] of names.entries()) within(items[i] as HTMLElement).getByText(name);
    expect(within(items[1] as HTMLElement).getByText("From dbt")).toBeTruthy();
    expect(screen.getByText("1 of 4 assertions failing · 1 assertion couldn't be checked")).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Assertions4" })).toBeTruthy();
  });

  test("says that a managed dataset can't be edited", async () => {
    await openList([failed], {}, { is_managed_externally: true });
    const panel = within(await screen.findByRole("tabpanel"));
    expect(await panel.findByText("This dataset is edited in files and can't be edited here")).toBeTruthy();
    expect(panel.queryByRole("button", { name: "Add assertion" })).toBeNull();
  });

  test("shows the stored results of one", async () => {
    const result = (hour: number, state: "passed" | "failed", value: string) => ({
      ...{ state, value, compared: null, trigger: "schedule", ms: 12 },
      checked_at: `2026-03-02T0${hour}:00:00.000000`,
    });
    await openList([failed], {
      "GET /api/v1/assertion/1/results": {
        body: { count: 2, result: [result(9, "failed", "120"), result(8, "passed", "90")] },
      },
    });
    await press("Not too many details");
    expect(await screen.findByRole("img", { name: "Last 2 checks: 1 passed" })).toBeTruthy();
    const rows = within(screen.getByRole("region", { name: "History" })).getAllByRole("row");
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/09:00Failed120Schedule12/),
      expect.stringMatching(/08:00Passed90Schedule12/),
    ]);
    expect(screen.getByText(/^Owners: Ada Lovelace$/)).toBeTruthy();
  });

  test("checks one, and all", async () => {
    const { requests } = await openList([failed], {
      "POST /api/v1/assertion/1/check": { body: { result: failed } },
      "POST /api/v1/dataset/2/assertions/check": { body: { result: [failed] } },
    });
    await press("Actions for Not too many");
    const lists = () => requests.filter((one) => `${one.method} ${one.path}` === LIST).length;
    const before = lists();
    await pickFromMenu("Check now");
    const checks = () => requests.filter(({ method }) => method === "POST").map(({ path }) => path);
    await waitFor(() => expect(checks()).toEqual(["/api/v1/assertion/1/check"]));
    await press("Check all now");
    await waitFor(() => expect(checks()).toContain("/api/v1/dataset/2/assertions/check"));
    await waitFor(() => expect(lists()).toBe(before + 2));
  });

  test("deletes one after a question", async () => {
    const { requests } = await openList([failed], { "DELETE /api/v1/assertion/1": { body: { message: "OK" } } });
    await press("Actions for Not too many");
    await pickFromMenu("Delete");
    const question = within(await dialogOf("Delete assertion?"));
    expect(question.getByText("Not too many")).toBeTruthy();
    await userEvent.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(toasts()).toEqual(["Deleted: Not too many"]));
    expect(requests.some(({ method }) => method === "DELETE")).toBe(true);
  });

  test("is read-only for others than owners", async () => {
    await openList([{ ...failed, can_edit: false }], {}, { owners: [{ id: 9, first_name: "Bob", last_name: "M" }] });
    await screen.findByText("Not too many");
    expect(screen.queryByRole("button", { name: "Add assertion" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Actions for Not too many" })).toBeNull();
  });

  test("says why it can't be loaded, and retries", async () => {
    let isDown = true;
    await openList([], {
      [LIST]: () => (isDown ? { status: 403, body: { message: "Forbidden" } } : { body: { count: 0, result: [] } }),
    });
    expect((await screen.findByRole("alert")).textContent).toContain("Forbidden");
    isDown = false;
    await press("Retry");
    expect(await screen.findByText("No assertions yet")).toBeTruthy();
  });
});

describe("a dataset without assertions", () => {
  const columns = [...DATASET.columns, { id: 13, column_name: "flight_id", type: "INTEGER", type_generic: 0 }];

  test("suggests some from its columns that pass now, each added by one click", async () => {
    const added: Assertion[] = [];
    const { requests } = await openList(
      [],
      {
        [LIST]: () => ({ body: { count: added.length, result: added } }),
        "POST /api/v1/assertion/test": ({ body }) => {
          const isFresh = (body as Assertion).kind !== "freshness";
          const state = isFresh ? "passed" : "failed";
          return { body: { result: { state, value: "0", compared: null, message: "Passed", error: null } } };
        },
        "POST /api/v1/assertion/": ({ body }) => {
          added.push(assertionOf(7, { ...(body as Partial<Assertion>), checked_at: null }));
          return { status: 201, body: { id: 7, result: {} } };
        },
        "GET /api/v1/assertion/7": () => ({ body: { id: 7, result: added[0] } }),
      },
      { columns },
    );
    const suggested = await screen.findByRole("region", { name: "Suggested" });
    expect(
      within(suggested)
        .getAllByRole("listitem")
        .map((one) => one.textContent),
    ).toEqual(["Passedflight_id is uniqueAdd", "Passedflight_id is never nullAdd"]);
    await press("Add “flight_id is unique”");
    await waitFor(() => expect(within(suggested).getAllByRole("listitem")).toHaveLength(1));
    expect(bodyOf(requests, "POST", "/api/v1/assertion/")).toMatchObject({
      ...{ name: "flight_id is unique", kind: "unique", params: { columns: ["flight_id"] }, dataset_id: 2 },
    });
    expect(screen.getByText("1 assertion, none failing")).toBeTruthy();
    added[0] = assertionOf(7, { name: "flight_id is unique", state: "failed", checked_at: "2026-03-02T09:00:01" });
    expect(await screen.findByText("1 of 1 assertion failing")).toBeTruthy();
  });

  test("suggests nothing to those who can't add", async () => {
    signIn([]);
    await openList([]);
    await screen.findByText("No assertions yet");
    expect(screen.queryByRole("region", { name: "Suggested" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Add assertion" })).toBeNull();
  });
});

describe("the form of an assertion", () => {
  const created = { "POST /api/v1/assertion/": { status: 201, body: { id: 7, result: {} } } };

  test("asks for what its kind needs, tests the draft, and saves it under a proposed name", async () => {
    const { requests } = await openList([], {
      ...created,
      "POST /api/v1/assertion/test": {
        body: { result: { state: "failed", value: "120", compared: null, message: "count is 120", error: null } },
      },
    });
    await press("Add assertion");
    await dialogOf("Add assertion");
    await waitFor(() => expect(isOff("Test now")).toBe(true));
    await press("Save assertion");
    expect(await screen.findByText("Enter a minimum or maximum.")).toBeTruthy();
    expect(screen.getByText("This is a required field")).toBeTruthy();
    await pick("Metric", "count");
    await write("Maximum", "100");
    expect((screen.getByLabelText("Name") as HTMLInputElement).placeholder).toBe("count is at most 100");
    await press("Test now");
    expect(await screen.findByText("count is 120")).toBeTruthy();
    await write("Maximum", "150");
    await waitFor(() => expect(screen.queryByText("count is 120")).toBeNull());
    await press("Save assertion");
    await waitFor(() => expect(toasts()).toEqual(["Saved: count is at most 150"]));
    expect(bodyOf(requests, "POST", "/api/v1/assertion/")).toMatchObject({
      ...{ name: "count is at most 150", kind: "range", params: { metric: "count", max: 150 } },
      ...{ dataset_id: 2, dashboard_id: null, where: null, active: true },
    });
  });

  test("changes one, with a name that says what it checks now", async () => {
    const old = assertionOf(4, { name: "count is at most 100" });
    const { requests } = await openList([old], { "PUT /api/v1/assertion/4": { body: { id: 4, result: {} } } });
    await press("Actions for count is at most 100");
    await pickFromMenu("Edit");
    await dialogOf("Edit assertion");
    await waitFor(() => expect(isOff("Test now")).toBe(false));
    await write("Maximum", "200");
    await press("Save assertion");
    await waitFor(() => expect(toasts()).toEqual(["Saved: count is at most 200"]));
    expect(bodyOf(requests, "PUT", "/api/v1/assertion/4")).toEqual({
      ...{ name: "count is at most 200", kind: "range", params: { metric: "count", max: 200 } },
    });
  });

  test("compares with a metric of another dataset", async () => {
    const other = { ...DATASET, id: 5, table_name: "billing", metrics: [{ metric_name: "billed", expression: "1" }] };
    const { requests } = await openList([], {
      ...created,
      "GET /api/v1/dataset/": { body: { count: 1, ids: [5], result: [{ id: 5, table_name: "billing" }] } },
      "GET /api/v1/dataset/5": { body: { id: 5, result: other } },
    });
    await press("Add assertion");
    await dialogOf("Add assertion");
    await pick("Metric", "count");
    await pick("Check", "Equal to another dataset");
    await pick("Other dataset", "billing");
    await pick("Other metric", "billed");
    await write("Tolerance (%)", "1.5");
    await press("Save assertion");
    await waitFor(() => expect(toasts()).toEqual(["Saved: count equals billed"]));
    expect(bodyOf(requests, "POST", "/api/v1/assertion/")).toMatchObject({
      kind: "equals_dataset",
      params: { metric: "count", other_dataset_id: 5, other_metric: "billed", tolerance_percent: 1.5 },
    });
  });

  test("offers time columns only where a time is needed", async () => {
    await openList([]);
    await press("Add assertion");
    await dialogOf("Add assertion");
    const option = { selector: ".ant-select-item-option-content *" };
    await pick("Check", "Freshness");
    await userEvent.click(screen.getByLabelText("Time column"));
    expect(await screen.findByText("Departure", option)).toBeTruthy();
    expect(screen.queryByText("origin", option)).toBeNull();
    await pick("Check", "Not null");
    await userEvent.click(screen.getByLabelText("Column"));
    expect(await screen.findByText("origin", option)).toBeTruthy();
  });

  test("shows why it can't be saved", async () => {
    const { requests } = await openList([], {
      "POST /api/v1/assertion/": { status: 422, body: { message: { where: ["Not a valid condition"] } } },
    });
    await press("Add assertion");
    await dialogOf("Add assertion");
    await pick("Check", "Not null");
    await userEvent.click(screen.getByLabelText("Column"));
    await userEvent.click(await screen.findByText("origin", { selector: ".ant-select-item-option-content *" }));
    await press("Save assertion");
    expect(await screen.findByText(/Not a valid condition/)).toBeTruthy();
    expect(bodyOf(requests, "POST", "/api/v1/assertion/")).toMatchObject({ params: { column: "origin" } });
  });
});

describe("tests of a dbt project", () => {
  const IMPORT = "POST /api/v1/dataset/2/assertions/from_dbt";
  const plan = {
    made: [assertionOf(1, { name: "origin is never null" })],
    changed: [],
    skipped: [{ name: "relationships_flights", reason: "No such check" }],
  };
  const manifest = new File(["{}"], "manifest.json", { type: "application/json" });
  manifest.text = async () => "{}";

  test("become assertions after a preview", async () => {
    const { requests } = await openList([], { [IMPORT]: { body: { result: plan } } });
    await press("Import from dbt");
    await dialogOf("Import from dbt");
    expect(isOff("Import")).toBe(true);
    await userEvent.upload(screen.getByLabelText("Choose target/manifest.json"), manifest);
    const made = within(await screen.findByRole("region", { name: "New (1)" }));
    expect(made.getByText("origin is never null")).toBeTruthy();
    expect(screen.getByRole("region", { name: "Skipped (1)" }).textContent).toContain("No such check");
    const results = new File(["{}"], "run_results.json", { type: "application/json" });
    results.text = async () => '{"results":[]}';
    await userEvent.upload(screen.getByLabelText("Choose target/run_results.json (optional)"), results);
    await screen.findByRole("region", { name: "New (1)" });
    await press("Import");
    await waitFor(() => expect(toasts()).toEqual(["Imported 1 assertion"]));
    const sent = requests.filter(({ path }) => path.endsWith("from_dbt")).map(({ body }) => body);
    expect(sent).toEqual([
      { manifest: "{}", preview: true },
      { manifest: "{}", run_results: '{"results":[]}', preview: true },
      { manifest: "{}", run_results: '{"results":[]}', preview: false },
    ]);
  });

  test("say what is wrong with a file", async () => {
    await openList([], { [IMPORT]: { status: 400, body: { message: "Not a dbt manifest" } } });
    await press("Import from dbt");
    await dialogOf("Import from dbt");
    await userEvent.upload(screen.getByLabelText("Choose target/manifest.json"), manifest);
    expect(await screen.findByText("Not a dbt manifest")).toBeTruthy();
    expect(isOff("Import")).toBe(true);
  });
});

test("saving an assertion by keyboard doesn't save the dataset", async () => {
  const { put } = openEditor(routesOf({ owners: [ADA] }, { [LIST]: { body: { count: 0, result: [] } } }));
  await userEvent.type(await screen.findByLabelText("Label for origin"), "From");
  await openTab(/Assertions/);
  await press("Add assertion");
  await dialogOf("Add assertion");
  await userEvent.type(screen.getByLabelText("Name"), "x{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Enter a minimum or maximum.")).toBeTruthy();
  expect(screen.queryByText("Save dataset?")).toBeNull();
  expect(put()).toBeUndefined();
});
