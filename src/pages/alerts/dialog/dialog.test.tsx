import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { OverwriteHost } from "../../../features/overwrite/OverwriteHost.tsx";
import { type RecordedRequest, type Routes, serve } from "../../../testing/network.ts";
import { prefetchCodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";
import { signedIn, useSession } from "../../../web/session/session.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { ReportsPage } from "../ReportsPage.tsx";

const ME = { userId: 7, username: "a", firstName: "Ada", lastName: "L", email: "ada@example.org", isAnonymous: false };
const API = "/api/v1/report/";
const DETAIL = {
  ...{ id: 4, name: "Late share", type: "Alert", active: true, crontab: "0 6 * * *", timezone: "Europe/Paris" },
  ...{ database: { id: 1, database_name: "warehouse" }, sql: "SELECT 41", validator_type: "operator" },
  validator_config_json: '{"op":">","threshold":30}',
  ...{ dashboard: { id: 2, dashboard_title: "Flights" }, chart: null, report_format: "PDF", custom_width: null },
  extra: {
    dashboard: { anchor: "TAB-b", activeTabs: ["TAB-b"], dataMask: { "F-1": { filterState: { value: ["ORD"] } } } },
  },
  ...{ grace_period: 14_400, working_timeout: 3600, log_retention: 90, force_screenshot: false },
  ...{ description: null, email_subject: null, owners: [{ id: 7, first_name: "Ada", last_name: "L" }] },
  recipients: [{ id: 11, type: "Email", recipient_config_json: '{"target":"ops@example.org"}' }],
};
const TABS = { all_tabs: {}, native_filters: {}, tab_tree: [tab("TAB-a", "Overview"), tab("TAB-b", "Delays")] };
const target = { targets: [{ datasetId: 5, column: { name: "origin" } }] };
const FILTERS = [
  { id: "F-1", name: "Origin", filterType: "filter_select", ...target },
  { id: "F-2", name: "Delay", filterType: "filter_range", ...target },
  { id: "F-3", type: "DIVIDER", title: "Below" },
];
const METADATA = JSON.stringify({ native_filter_configuration: FILTERS });
const EMPTY = { body: { count: 0, ids: [], result: [] } };

function tab(value: string, title: string) {
  return { value, title, parents: [], children: [] };
}
const related = (value: number, text: string) => ({ body: { count: 1, result: [{ value, text, extra: {} }] } });
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: EMPTY,
  [`GET ${API}4`]: { body: { id: 4, result: DETAIL }, headers: { etag: '"before"' } },
  [`GET ${API}4/log/`]: EMPTY,
  [`GET ${API}related/database`]: related(1, "warehouse"),
  [`GET ${API}related/dashboard`]: related(2, "Flights"),
  [`GET ${API}related/chart`]: related(3, "Late departures"),
  [`GET ${API}channels`]: {
    body: {
      result: {
        Email: { available: false, missing: "TESSERA_SMTP_URL" },
        Slack: { available: true },
        Webhook: { available: true },
      },
    },
  },
  [`POST ${API}history`]: { body: { result: { is_relative: false, points: [] } } },
  "GET /api/v1/dashboard/2/tabs": { body: { result: TABS } },
  "GET /api/v1/dashboard/2": { body: { result: { id: 2, json_metadata: METADATA } } },
};

beforeEach(async () => {
  await prefetchCodeEditor();
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(path: string, routes: Routes = {}) {
  const pairs = ["can_read", "can_write"].map((name): [string, string] => [name, "ReportSchedule"]);
  useSession.setState(signedIn({ ...ME, roles: { Alpha: pairs } }), true);
  const requests = serve({ ...ROUTES, ...routes });
  const pages = [
    { path: "/alert/list/", element: <ReportsPage /> },
    { path: "/report/list/", element: <ReportsPage /> },
  ];
  const router = createMemoryRouter(pages, { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <OverwriteHost />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[], method: string, path?: string) =>
  requests
    .filter((one) => one.method === method && (path ? one.path === path : !one.path.endsWith("/history")))
    .map(({ body }) => body);
const texts = () => useToasts.getState().toasts.map(({ text }) => text);
const dialog = async () => within(await screen.findByRole("dialog"));
async function opened() {
  await screen.findByDisplayValue("Late share");
  return dialog();
}

async function choose(form: Awaited<ReturnType<typeof dialog>>, field: string, option: string) {
  await userEvent.click(form.getByRole("combobox", { name: field }));
  const shown = await screen.findAllByText(option, { selector: ".ant-select-item-option-content" });
  await userEvent.click(shown.at(-1) as HTMLElement);
}

test("creates an alert, saying what is missing, and shows server errors at their fields", async () => {
  const answers = [
    { status: 422, body: { message: { name: ['An alert named "Delays" already exists'] } } },
    { status: 400, body: { message: { recipients: { 0: { target: ["Invalid email address(es): nobody"] } } } } },
    { status: 201, body: { id: 5, result: {} } },
  ];
  const requests = open("/alert/list/?new=1", { [`POST ${API}`]: () => answers.shift() ?? { status: 500 } });
  const form = await dialog();
  const save = await form.findByRole("button", { name: /Save alert/ });
  expect(save).toHaveProperty("disabled", true);
  expect(form.getByText("Still missing: Name, Database, SQL, Threshold, Dashboard")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Name *"), "Delays");
  await choose(form, "Database *", "warehouse");
  expect(form.getByText("Still missing: SQL, Threshold, Dashboard")).toBeTruthy();
  await userEvent.click(form.getByRole("textbox", { name: "SQL" }));
  await userEvent.paste("SELECT 41");
  await userEvent.type(form.getByRole("spinbutton", { name: "Threshold" }), "30");
  await choose(form, "Attach", "Chart");
  await choose(form, "Chart *", "Late departures");
  await choose(form, "Format", "CSV");
  await userEvent.click(form.getByRole("button", { name: /Save alert/ }));
  expect(await form.findByText('An alert named "Delays" already exists')).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: /Save alert/ }));
  expect(await form.findByText("Invalid email address(es): nobody")).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: /Save alert/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests, "POST").at(-1)).toMatchObject({
    ...{ type: "Alert", name: "Delays", database: 1, sql: "SELECT 41", crontab: "0 6 * * *", active: true },
    ...{ validator_type: "operator", validator_config_json: { op: ">", threshold: 30 }, owners: [7] },
    ...{ chart: 3, dashboard: null, report_format: "CSV", log_retention: 90, extra: {} },
    recipients: [{ type: "Email", recipient_config_json: { target: "ada@example.org" } }],
  });
  expect(texts()).toEqual(["The alert has been created"]);
});

test("a report has no condition and shows its next runs", async () => {
  const requests = open("/report/list/?new=1", { [`POST ${API}`]: { status: 201, body: { id: 6, result: {} } } });
  const form = await dialog();
  await userEvent.type(await form.findByLabelText("Name *"), "Letter");
  expect(form.queryByLabelText("Database *")).toBeNull();
  expect(form.getByRole("heading", { name: "Next runs" })).toBeTruthy();
  expect(form.getAllByRole("rowheader", { name: / at 06:00$/ })).toHaveLength(5);
  expect(form.getByRole("rowheader", { name: /^Tomorrow/ })).toBeTruthy();
  await choose(form, "Dashboard *", "Flights");
  await choose(form, "Tab", "Delays");
  await userEvent.click(form.getByRole("button", { name: /Save report/ }));
  await waitFor(() => expect(texts()).toEqual(["The report has been created"]));
  expect(sent(requests, "POST").at(-1)).toMatchObject({
    ...{ type: "Report", database: null, sql: null, validator_type: null, dashboard: 2, chart: null },
    extra: { dashboard: { anchor: "TAB-b", activeTabs: ["TAB-b"] } },
  });
});

test("saves only changes; the type can't be changed", async () => {
  const requests = open("/alert/list/?edit=4", { [`PUT ${API}4`]: { body: { id: 4, result: {} } } });
  const form = await opened();
  expect(form.getByRole("radio", { name: "Report" })).toHaveProperty("disabled", true);
  expect(form.getByRole("button", { name: /Save alert/ })).toHaveProperty("disabled", true);
  const threshold = form.getByRole("spinbutton", { name: "Threshold" });
  await userEvent.clear(threshold);
  await userEvent.type(threshold, "25");
  await userEvent.click(await form.findByRole("checkbox", { name: "Keep filters Origin ORD" }));
  await userEvent.click(form.getByRole("button", { name: "4 hours" }));
  const wait = form.getByLabelText("Wait after firing");
  await userEvent.clear(wait);
  await userEvent.type(wait, "6");
  await userEvent.click(form.getByRole("button", { name: /Save alert/ }));
  await waitFor(() => expect(texts()).toEqual(["Alert updated"]));
  expect(sent(requests, "PUT")).toEqual([
    {
      validator_config_json: { op: ">", threshold: 25 },
      grace_period: 21_600,
      extra: { dashboard: { anchor: "TAB-b", activeTabs: ["TAB-b"] } },
    },
  ]);
  expect(requests.find(({ method }) => method === "PUT")?.headers.get("if-match")).toBe('"before"');
});

test("filter values can be chosen; an inverted range is rejected", async () => {
  const rows = { data: ["LAX", "ORD"].map((origin) => ({ origin, count: 1 })), coltypes: [1, 0] };
  const requests = open("/alert/list/?edit=4", {
    [`PUT ${API}4`]: { body: { id: 4, result: {} } },
    "POST /api/v1/chart/data": { body: { result: [rows] } },
  });
  const form = await opened();
  await userEvent.click(await form.findByRole("button", { name: "Change filters" }));
  const values = within(form.getByRole("group", { name: "Filters" }));
  await userEvent.click(values.getByRole("combobox", { name: "Origin" }));
  await userEvent.click(await screen.findByTitle("LAX"));
  const [from, to] = ["from", "to"].map((end) => values.getByRole("spinbutton", { name: `Delay ${end}` }));
  await userEvent.type(from as HTMLElement, "9");
  await userEvent.type(to as HTMLElement, "5");
  expect(await values.findByText("Minimum must be strictly less than maximum")).toBeTruthy();
  await userEvent.type(to as HTMLElement, "0");
  await waitFor(() => expect(values.queryByRole("alert")).toBeNull());
  expect(form.getByRole("checkbox", { name: "Keep filters Origin ORD, LAX, Delay 9 – 50" })).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: /Save alert/ }));
  await waitFor(() => expect(texts()).toEqual(["Alert updated"]));
  const filtered = (filters: object[]) => ({ extraFormData: { filters } });
  const delay = [
    { col: "origin", op: ">=", val: 9 },
    { col: "origin", op: "<=", val: 50 },
  ];
  expect(sent(requests, "PUT")).toMatchObject([
    {
      extra: {
        dashboard: {
          ...{ anchor: "TAB-b", activeTabs: ["TAB-b"] },
          dataMask: {
            "F-1": filtered([{ col: "origin", op: "IN", val: ["ORD", "LAX"] }]),
            "F-2": filtered(delay),
          },
        },
      },
    },
  ]);
});

test("a cleared filter falls back to the dashboard's default", async () => {
  const nativeFilters = [{ nativeFilterId: "F-1", columnName: "origin", filterValues: ["ORD"] }];
  const extra = { dashboard: { nativeFilters } };
  const requests = open("/alert/list/?edit=4", {
    [`GET ${API}4`]: { body: { id: 4, result: { ...DETAIL, extra } } },
    [`PUT ${API}4`]: { body: { id: 4, result: {} } },
    "POST /api/v1/chart/data": { body: { result: [{ data: [], coltypes: [] }] } },
  });
  const form = await opened();
  await userEvent.click(await form.findByRole("button", { name: "Change filters" }));
  await userEvent.click(form.getByRole("combobox", { name: "Origin" }));
  await userEvent.keyboard("{Backspace}{Escape}");
  await waitFor(() => expect(form.queryByRole("checkbox", { name: /Keep filters/ })).toBeNull());
  await userEvent.click(form.getByRole("button", { name: /Save alert/ }));
  await waitFor(() => expect(sent(requests, "PUT")).toEqual([{ extra: { dashboard: {} } }]));
});

test("recipients can be added for each channel; a channel that isn't set up shows a warning", async () => {
  const requests = open("/alert/list/?edit=4", { [`PUT ${API}4`]: { body: { id: 4, result: {} } } });
  const form = await opened();
  expect(await form.findByText("TESSERA_SMTP_URL")).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: "Cc, Bcc" }));
  await userEvent.type(form.getByRole("combobox", { name: "Cc" }), "duty@example.org,");
  await userEvent.click(form.getByRole("button", { name: "Add recipient" }));
  const added = within(form.getAllByRole("group", { name: "Email recipient" }).at(-1) as HTMLElement);
  await userEvent.click(added.getByRole("combobox", { name: "Channel" }));
  await userEvent.click((await screen.findAllByText("Webhook")).at(-1) as HTMLElement);
  const address = form.getByRole("textbox", { name: "Webhook URL" });
  await userEvent.type(address, "https://hooks.example.org/x,y");
  await userEvent.click(form.getByRole("button", { name: /Save alert/ }));
  await waitFor(() => expect(sent(requests, "PUT")).toHaveLength(1));
  expect(sent(requests, "PUT")[0]).toEqual({
    recipients: [
      { type: "Email", recipient_config_json: { target: "ops@example.org", ccTarget: "duty@example.org" } },
      { type: "Webhook", recipient_config_json: { target: "https://hooks.example.org/x,y" } },
    ],
  });
});

test("a test runs the query once and sends nothing; later changes are noted", async () => {
  const result = {
    value: 41.8,
    is_triggered: true,
    text: "The value is 41.8, more than 30",
    row_count: 1,
    seconds: 0.09,
  };
  const answers = [
    { body: { result } },
    { status: 422, body: { message: "Alert query returned more than one row. 2 rows returned" } },
  ];
  const requests = open("/alert/list/?edit=4", { [`POST ${API}test`]: () => answers.shift() ?? { status: 500 } });
  const form = await opened();
  await userEvent.click(await form.findByRole("button", { name: "Test now" }));
  const status = () => form.getByRole("status").textContent;
  await waitFor(() =>
    expect(status()).toBe("41.8 is more than 30: would fire1 row in 0.09 s, just now. Nothing was sent."),
  );
  expect(sent(requests, "POST")).toEqual([
    { database: 1, sql: "SELECT 41", validator_type: "operator", validator_config_json: { op: ">", threshold: 30 } },
  ]);
  await choose(form, "Fire when the result", "has a value");
  expect(status()).toContain("The condition has changed since then.");
  await userEvent.click(form.getByRole("button", { name: "Test now" }));
  await waitFor(() => expect(status()).toBe("Alert query returned more than one row. 2 rows returned"));
});

test("the backtest is drawn and follows changes", async () => {
  const points = [
    { day: "2026-11-24", value: 2_900_000, is_triggered: false },
    { day: "2026-11-25", value: null, is_triggered: false },
    { day: "2026-11-26", value: 41.8, is_triggered: true },
  ];
  const answers = [
    { body: { result: { is_relative: true, points } } },
    { body: { result: { is_relative: false, points: points.slice(2) } } },
    { status: 422, body: { message: "Table flights does not exist" } },
  ];
  const requests = open("/alert/list/?edit=4", { [`POST ${API}history`]: () => answers.shift() ?? { status: 500 } });
  const form = await opened();
  const drawn = await form.findByRole("img", { name: /Results for 3 days/ }, { timeout: 4000 });
  expect(drawn.getAttribute("aria-label")).toContain("threshold 30. Fires on 26 Nov (41.8).");
  expect(form.getByText("1 of 3 days")).toBeTruthy();
  const ticks = [...drawn.querySelectorAll("text")].map((text) => text.textContent);
  expect(ticks.slice(0, 3)).toEqual(["0", "1M", "2M"]);
  expect(sent(requests, "POST", `${API}history`)[0]).toMatchObject({ database: 1, timezone: "Europe/Paris", days: 30 });
  await userEvent.click(form.getByRole("textbox", { name: "SQL" }));
  await userEvent.paste(" + 1 -- ");
  expect(
    await form.findByText(/doesn't use the current date .* Today's result is 41.8./, {}, { timeout: 4000 }),
  ).toBeTruthy();
  await userEvent.paste("x");
  expect(await form.findByText("Table flights does not exist", {}, { timeout: 4000 })).toBeTruthy();
});

test("asks before overwriting another user's changes", async () => {
  const stale = {
    ...{ updatedAt: "2026-04-16T15:20:00.000002+0000", updatedBy: "Bob Noyce", state: "theirs" },
    changedItems: [{ keyPath: "crontab", oldValue: "0 7 * * *", newValue: "0 6 * * *" }],
  };
  const refusal = {
    errors: [
      {
        message: "Please confirm the overwrite values.",
        error_type: "GENERIC_COMMAND_ERROR",
        level: "warning",
        extra: { overwriteConfirmMetadata: stale },
      },
    ],
  };
  const requests = open("/alert/list/?edit=4", {
    [`PUT ${API}4`]: ({ headers }) =>
      headers.get("if-match") === '"theirs"' ? { body: { id: 4, result: {} } } : { status: 412, body: refusal },
  });
  const form = await opened();
  await userEvent.type(form.getByDisplayValue("Late share"), "s");
  await userEvent.click(form.getByRole("button", { name: /Save alert/ }));
  expect(await screen.findByText("Overwrite this alert?")).toBeTruthy();
  expect(screen.getByRole("rowheader", { name: "Schedule" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Overwrite" }));
  await waitFor(() => expect(sent(requests, "PUT")).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an alert of another user is read-only", async () => {
  const othersReport = { ...DETAIL, owners: [{ id: 8, first_name: "Bob", last_name: "Noyce" }] };
  open("/alert/list/?edit=4", { [`GET ${API}4`]: { body: { id: 4, result: othersReport } } });
  const form = await opened();
  expect(await form.findByText("Only owners can edit this alert.")).toBeTruthy();
  expect(form.getByDisplayValue("Late share")).toHaveProperty("disabled", true);
  expect(form.getByRole("button", { name: /Save alert/ })).toHaveProperty("disabled", true);
  expect(form.getByRole("img", { name: "Bob Noyce" })).toBeTruthy();
});

test("closing asks before discarding changes", async () => {
  open("/alert/list/?new=1");
  const form = await dialog();
  await userEvent.type(await form.findByLabelText("Name *"), "Half");
  await userEvent.click(form.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Leave without saving?")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(form.getByDisplayValue("Half")).toBeTruthy();
});

test("a loading error is shown", async () => {
  open("/alert/list/?edit=4", { [`GET ${API}4`]: { status: 404, body: { message: "Not found" } } });
  expect((await screen.findByRole("dialog")).textContent).toContain("Not found");
});

test("an alert by value says so in its test and when it is saved", async () => {
  const outcome = {
    value: 1,
    is_triggered: true,
    text: "1 of 2 values meet the condition",
    row_count: 2,
    seconds: 0.1,
  };
  const values = [
    { label: '["Oslo"]', value: 41, is_met: true },
    { label: '["Rome"]', value: 3, is_met: false },
  ];
  const requests = open("/alert/list/?edit=4", {
    [`POST ${API}test`]: { body: { result: { ...outcome, values } } },
    [`PUT ${API}4`]: { body: { id: 4, result: {} } },
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: /^Check each row separately/ }));
  expect(screen.queryByText("Last 30 days (backtest)")).toBeNull();
  await userEvent.type(screen.getByLabelText("Minutes before firing"), "{Backspace}15");
  await userEvent.click(screen.getByRole("button", { name: "Test now" }));
  expect((await screen.findAllByText(/1 of 2 values meet the condition/))[0]?.textContent).toMatch(/: Oslo$/);
  expect(sent(requests, "POST", `${API}test`)[0]).toMatchObject({ by_value: true });
  await userEvent.click(screen.getByRole("button", { name: "Save alert" }));
  await waitFor(() => expect(sent(requests, "PUT")).toHaveLength(1));
  const { extra } = sent(requests, "PUT")[0] as { extra: Record<string, unknown> };
  expect(extra.by_value).toEqual({ pending_minutes: 15, sends_recovered: true });
});
