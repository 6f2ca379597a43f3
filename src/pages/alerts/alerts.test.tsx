import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { RISON } from "rison2";
import { beforeEach, expect, test } from "vitest";
import { chooseAllRows } from "../../testing/menus.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { LogPage } from "./LogPage.tsx";
import { ReportsPage } from "./ReportsPage.tsx";

const ME = { userId: 7, username: "a", firstName: "Ada", lastName: "L", email: "a@b.example", isAnonymous: false };
const API = "/api/v1/report/";
const ADA = { id: 7, first_name: "Ada", last_name: "Lovelace" };
const BOB = { id: 8, first_name: "Bob", last_name: "Noyce" };
const ROW = {
  ...{ id: 4, name: "Late share", type: "Alert", active: true, crontab: "0 6 * * *", crontab_humanized: "At 06:00 AM" },
  ...{ timezone: "America/New_York", last_state: "Error", last_eval_dttm: "2024-11-14T06:00:00" },
  ...{
    owners: [ADA],
    recipients: [
      { id: 1, type: "Email" },
      { id: 2, type: "SlackV2" },
    ],
  },
};
const THEIRS = {
  ...ROW,
  id: 5,
  name: "Of Bob",
  owners: [BOB],
  crontab: "*/10 * * * *",
  crontab_humanized: "Every 10 minutes",
};
const RUN = {
  ...{ id: 31, uuid: "0b1c", state: "Error", value: 41.8, error_message: "No table\nnamed flights" },
  ...{ scheduled_dttm: "2024-11-14T06:00:00", start_dttm: "2024-11-14T06:00:01", end_dttm: "2024-11-14T06:00:03.5" },
};
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { count: 2, ids: [4, 5], result: [ROW, THEIRS] } },
  [`GET ${API}4`]: { body: { id: 4, result: { id: 4, name: "Late share", type: "Alert", owners: [ADA] } } },
  [`GET ${API}4/log/`]: { body: { count: 1, ids: [31], result: [RUN] } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(path: string, routes: Routes = {}, pairs = ["can_read", "can_write"]) {
  const roles = { Alpha: pairs.map((name): [string, string] => [name, "ReportSchedule"]) };
  useSession.setState(signedIn({ ...ME, roles }), true);
  const requests = serve({ ...ROUTES, ...routes });
  const pages = [
    { path: "/alert/list/", element: <ReportsPage /> },
    { path: "/report/list/", element: <ReportsPage /> },
    { path: "/alert/:id/log/", element: <LogPage /> },
  ];
  const router = createMemoryRouter(pages, { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { requests, router };
}

const lists = (requests: readonly RecordedRequest[]) =>
  requests
    .filter(({ method, path }) => method === "GET" && path === API)
    .map(({ query }) => RISON.parse(query.get("q") ?? "()"));
const texts = () => useToasts.getState().toasts.map(({ text }) => text);

test("an alert is listed with its state, schedule, channels and owners", async () => {
  const { requests } = open("/alert/list/");
  const row = within((await screen.findByText("Late share")).closest("tr") as HTMLElement);
  for (const text of ["Error", "14 Nov 2024", "Every day at 06:00, America/New York"])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.getAllByRole("img").map((one) => one.getAttribute("aria-label"))).toEqual([
    "Email",
    "Slack",
    "Ada Lovelace",
  ]);
  expect(screen.getByText("Every 10 minutes, America/New York")).toBeTruthy();
  expect(screen.getByText(/^Last updated \d\d:\d\d$/)).toBeTruthy();
  expect(lists(requests)[0]).toMatchObject({ filters: [{ col: "type", opr: "eq", value: "Alert" }] });
});

test("an active alert says when it runs next, and if its channel isn't set up", async () => {
  const channels = { Email: { available: false, missing: "TESSERA_SMTP_URL" }, Slack: { available: true } };
  const paused = { ...ROW, id: 6, name: "Off for now", active: false };
  open("/alert/list/", {
    [`GET ${API}channels`]: { body: { result: { ...channels, Webhook: { available: true } } } },
    [`GET ${API}`]: { body: { count: 2, ids: [4, 6], result: [{ ...ROW, last_state: "Success" }, paused] } },
  });
  const row = within((await screen.findByText("Late share")).closest("tr") as HTMLElement);
  expect(await row.findByText("Can't be delivered")).toBeTruthy();
  expect(row.getByText(/Not set up on this server: .*Email/)).toBeTruthy();
  expect(row.getByText(/at 06:00$/)).toBeTruthy();
  const other = within((await screen.findByText("Off for now")).closest("tr") as HTMLElement);
  expect(other.getByText("Error")).toBeTruthy();
  expect(other.getByText("Paused", { selector: "span" })).toBeTruthy();
});

test("reports are on their own tab and can be refreshed", async () => {
  const { requests, router } = open("/alert/list/");
  await userEvent.click(await screen.findByRole("link", { name: "Reports" }));
  expect(router.state.location.pathname).toBe("/report/list/");
  await waitFor(() => expect(lists(requests)).toHaveLength(2));
  expect(lists(requests)[1]).toMatchObject({ filters: [{ value: "Report" }] });
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(lists(requests)).toHaveLength(3));
});

test("the active switch takes effect right away and reports errors", async () => {
  const answers = [{ body: { id: 4, result: {} } }, { status: 500, body: { message: "No" } }];
  const { requests } = open("/alert/list/", { [`PUT ${API}4`]: () => answers.shift() ?? {} });
  const active = await screen.findByRole("switch", { name: "Active: Late share" });
  await userEvent.click(active);
  await waitFor(() =>
    expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([{ active: false }]),
  );
  await waitFor(() => expect(active.className).not.toContain("loading"));
  await userEvent.click(active);
  await waitFor(() => expect(texts()).toEqual(["We were unable to active or deactivate this report."]));
});

test("alerts of others can be viewed, not edited", async () => {
  open("/alert/list/");
  expect(await screen.findByRole("switch", { name: "Active: Of Bob" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "View: Of Bob" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Of Bob" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => item.textContent)).toEqual(["Execution log", "View"]);
});

test("read-only users can't create alerts", async () => {
  open("/alert/list/?new=1", {}, ["can_read"]);
  expect(await screen.findByText("Late share")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "New alert" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("Run now polls until the run has ended", async () => {
  const states = ["Error", "Working", "Success"];
  const { requests } = open("/alert/list/", {
    [`GET ${API}`]: () => ({
      body: { count: 1, ids: [4], result: [{ ...ROW, last_state: states.shift() ?? "Success" }] },
    }),
    [`POST ${API}4/run`]: { status: 202, body: { message: "OK", execution_id: "0b1c" } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Late share" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Run now" }));
  expect(await screen.findByText("Running")).toBeTruthy();
  expect(await screen.findByText("Success", {}, { timeout: 6000 })).toBeTruthy();
  expect(texts()).toEqual(["Running: Late share"]);
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

const WEEKLY = { ...ROW, type: "Report", name: "Airports" };
const WEEKLY_ROUTES: Routes = {
  [`GET ${API}`]: { body: { count: 1, ids: [4], result: [WEEKLY] } },
  [`GET ${API}4`]: {
    body: {
      id: 4,
      result: {
        ...WEEKLY,
        recipients: [
          { id: 1, type: "Email", recipient_config_json: JSON.stringify({ target: "ops@a.example, board@a.example" }) },
          { id: 2, type: "Slack", recipient_config_json: JSON.stringify({ target: "#ops" }) },
        ],
      },
    },
  },
  [`POST ${API}4/run`]: { status: 202, body: { message: "OK", execution_id: "0b1c" } },
};

test("a report is sent after the question that names its recipients", async () => {
  const { requests } = open("/report/list/", WEEKLY_ROUTES);
  const posts = () => requests.filter(({ method }) => method === "POST");
  await userEvent.click(await screen.findByRole("button", { name: "Send now: Airports" }));
  const question = within(await screen.findByRole("dialog", { name: "Send “Airports” now?" }));
  expect((await question.findAllByRole("listitem")).map((item) => item.textContent)).toEqual([
    "ops@a.example",
    "board@a.example",
    "#ops",
  ]);
  expect(posts()).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Send now" }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(texts()).toEqual(["Running: Airports"]);
});

test("says before sending that nothing can be delivered", async () => {
  const report = { ...ROW, name: "Airports", type: "Report" };
  const recipients = [{ id: 1, type: "Email", recipient_config_json: '{"target":"ops@a.example"}' }];
  const channels = { Email: { available: false }, Slack: { available: true }, Webhook: { available: true } };
  open("/report/list/", {
    [`GET ${API}`]: { body: { count: 1, ids: [4], result: [report] } },
    [`GET ${API}4`]: { body: { id: 4, result: { ...report, recipients } } },
    [`GET ${API}channels`]: { body: { result: channels } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Send now: Airports" }));
  const question = within(await screen.findByRole("dialog", { name: "Send “Airports” now?" }));
  expect((await question.findByRole("alert")).textContent).toContain("Not set up on this server: Email");
  expect((question.getByRole("button", { name: "Send now" }) as HTMLButtonElement).disabled).toBe(true);
});

test("a row of a failed run says why it failed", async () => {
  open("/alert/list/");
  await userEvent.click(await screen.findByRole("button", { name: "Details of Late share" }));
  expect(await screen.findByText(/No table\s+named flights/)).toBeTruthy();
});

test("others' reports can't be sent from the list", async () => {
  open("/report/list/", { [`GET ${API}`]: { body: { count: 1, ids: [5], result: [{ ...THEIRS, type: "Report" }] } } });
  expect(await screen.findByText("Of Bob")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Send now/ })).toBeNull();
});

test("the empty list offers the first report to those who may create it", async () => {
  const none = { [`GET ${API}`]: { body: { count: 0, ids: [], result: [] } } };
  open("/report/list/", none);
  await screen.findByText("No reports yet");
  await userEvent.click(screen.getAllByRole("button", { name: "New report" }).at(-1) as HTMLElement);
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("a failed start reports the reason", async () => {
  const refused = { status: 422, body: { message: "The report is running" } };
  open("/alert/4/log/", { [`POST ${API}4/run`]: refused, [`GET ${API}4`]: { body: { id: 4, result: { ...ROW } } } });
  await userEvent.click(await screen.findByRole("button", { name: "Run now" }));
  await waitFor(() => expect(texts()).toEqual(["Failed to run Late share: The report is running"]));
});

test("several alerts are deleted together", async () => {
  const { requests } = open("/alert/list/", { [`DELETE ${API}`]: { body: { message: "Deleted 2 report schedules" } } });
  await chooseAllRows();
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete 2 alerts?" }));
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "DELETE");
  await userEvent.click(question.getByRole("button", { name: "Delete 2 alerts" }));
  await waitFor(() => expect(texts()).toEqual(["Deleted: 2 alerts"]));
  expect(requests.find(({ method }) => method === "DELETE")?.query.get("q")).toBe("!(4,5)");
});

test("the log lists runs with their full errors", async () => {
  const { router } = open("/alert/4/log/");
  expect(await screen.findByRole("heading", { name: "Late share", level: 1 })).toBeTruthy();
  const row = within((await screen.findByText("14 Nov 2024, 06:00:00")).closest("tr") as HTMLElement);
  for (const text of ["Error", "2.50 s", "41.8", "No table", "0b1c"]) expect(row.getByText(text)).toBeTruthy();
  await userEvent.click(row.getByRole("button", { name: /^Show error/ }));
  expect((await screen.findByRole("dialog", { name: "Error details" })).textContent).toContain("named flights");
  await userEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  await userEvent.click(screen.getByRole("button", { name: "All alerts" }));
  expect(router.state.location.pathname).toBe("/alert/list/");
});

test("the log of others' alerts shows states only", async () => {
  const othersReport = { id: 4, name: "Of Bob", type: "Alert", owners: [BOB] };
  const redacted = { ...RUN, value: null, error_message: null };
  open("/alert/4/log/", {
    [`GET ${API}4`]: { body: { id: 4, result: othersReport } },
    [`GET ${API}4/log/`]: { body: { count: 1, ids: [31], result: [redacted] } },
  });
  expect(await screen.findByText("14 Nov 2024, 06:00:00")).toBeTruthy();
  expect(screen.queryByRole("columnheader", { name: /Value|Error/ })).toBeNull();
});

test("a missing log and an empty log are explained", async () => {
  open("/alert/9/log/", { [`GET ${API}9`]: { status: 404, body: { message: "Not found" } } });
  expect(await screen.findByText("This page doesn't exist")).toBeTruthy();
  open("/alert/4/log/", { [`GET ${API}4/log/`]: { body: { count: 0, ids: [], result: [] } } });
  expect(await screen.findByText("Not run yet")).toBeTruthy();
});
