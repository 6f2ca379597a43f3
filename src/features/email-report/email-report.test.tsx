import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RISON } from "rison2";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { Menu } from "../../ui/Menu.tsx";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import type { Sent } from "./email-report.ts";
import { useEmailReportMenu } from "./use-email-report-menu.tsx";

const ME = { userId: 7, username: "a", firstName: "Ada", lastName: "L", email: "ada@example.org", isAnonymous: false };
const API = "/api/v1/report/";
const DASHBOARD: Sent = {
  ...{ noun: "dashboard", id: 2, name: "Flights" },
  now: () => ({ state: { dataMask: { "F-1": { filterState: { value: ["ORD"] } } } }, words: "Origin ORD" }),
};
const ROW = { id: 4, name: "Flights", active: true };
const none = { body: { count: 0, ids: [], result: [] } };
const one = { body: { count: 1, ids: [4], result: [ROW] } };
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: one,
  [`GET ${API}4`]: {
    body: { id: 4, result: { ...ROW, crontab: "0 8 * * 1", timezone: "UTC", report_format: "PNG", extra: {} } },
    headers: { etag: '"before"' },
  },
};

const toastTexts: string[] = [];
afterAll(
  useToasts.subscribe(({ toasts }, before) => {
    toastTexts.push(...toasts.filter((toast) => !before.toasts.includes(toast)).map(({ text }) => text));
  }),
);

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
  toastTexts.length = 0;
});

function More({ sent }: { sent: Sent }) {
  const { entries, dialog } = useEmailReportMenu(sent, true);
  return (
    <>
      <Menu items={[{ key: "other", label: "Refresh" }, ...entries]}>
        <button type="button">More</button>
      </Menu>
      {dialog}
    </>
  );
}

function show(routes: Routes = {}, sent: Sent = DASHBOARD, pairs = ["can_read", "can_write"]) {
  const roles = { Alpha: pairs.map((name): [string, string] => [name, "ReportSchedule"]) };
  useSession.setState(signedIn({ ...ME, roles }), true);
  const requests = serve({ ...ROUTES, ...routes });
  render(
    <QueryClientProvider client={queryClient}>
      <More sent={sent} />
    </QueryClientProvider>,
  );
  return requests;
}

async function take(...entries: string[]) {
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  const named = (words = "") => screen.findByRole("menuitem", { name: new RegExp(`^${words}`) });
  for (const words of entries.slice(0, -1)) await userEvent.hover(await named(words));
  const last = await named(entries.at(-1));
  await waitFor(() => expect(last.getAttribute("aria-disabled")).not.toBe("true"));
  await userEvent.click(last);
}
const sent = (requests: readonly RecordedRequest[], method: string) =>
  requests.filter((call) => call.method === method);
const dialog = async (name: string) => {
  await screen.findByText(name);
  return within(screen.getAllByRole("dialog").at(-1) as HTMLElement);
};

test("sets up a report of the current page for the user", async () => {
  const requests = show({ [`GET ${API}`]: none, [`POST ${API}`]: { status: 201, body: { id: 4, result: {} } } });
  await take("Set up an email report");
  const form = await dialog("Sent to ada@example.org.");
  expect((form.getByLabelText("Name *") as HTMLInputElement).value).toBe("Flights");
  expect(form.getByRole("checkbox", { name: "With current selections: Origin ORD" })).toHaveProperty("checked", true);
  expect(form.queryByRole("radio", { name: "CSV" })).toBeNull();
  await userEvent.click(form.getByRole("radio", { name: "PDF" }));
  await userEvent.click(form.getByRole("button", { name: /Create report/ }));
  await waitFor(() => expect(toastTexts).toEqual(["The report has been created"]));
  expect(sent(requests, "POST")[0]?.body).toMatchObject({
    ...{ type: "Report", name: "Flights", dashboard: 2, creation_method: "dashboards", crontab: "0 8 * * 1" },
    ...{ report_format: "PDF", description: null, custom_width: null },
    extra: { dashboard: { dataMask: { "F-1": { filterState: { value: ["ORD"] } } } } },
  });
  expect(
    RISON.parse(
      sent(requests, "GET")
        .find(({ path }) => path === API)
        ?.query.get("q") ?? "",
    ),
  ).toMatchObject({
    filters: [
      { col: "dashboard_id", opr: "eq", value: 2 },
      { col: "creation_method", opr: "eq", value: "dashboards" },
      { col: "created_by", opr: "rel_o_m", value: 7 },
    ],
  });
});

test("shows server errors and keeps the input", async () => {
  const answers = [
    { status: 422, body: { message: { name: ['A report named "Flights" already exists'] } } },
    { status: 409, body: { errors: [{ message: "Resource already has an attached report.", error_type: "X" }] } },
  ];
  show({ [`GET ${API}`]: none, [`POST ${API}`]: () => answers.shift() ?? { status: 500 } });
  await take("Set up an email report");
  const form = await dialog("Sent to ada@example.org.");
  await userEvent.type(form.getByLabelText("Description"), "For Monday");
  await userEvent.click(form.getByRole("button", { name: /Create report/ }));
  expect(await form.findByText('A report named "Flights" already exists')).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: /Create report/ }));
  expect(await form.findByText("Resource already has an attached report.")).toBeTruthy();
  expect((form.getByLabelText("Description") as HTMLInputElement).value).toBe("For Monday");
});

test("deactivates, sends, edits and deletes an existing report", async () => {
  const requests = show({
    [`PUT ${API}4`]: { body: { id: 4, result: {} } },
    [`DELETE ${API}4`]: { body: { message: "OK" } },
    [`POST ${API}4/run`]: { status: 202, body: { message: "OK", execution_id: "e1" } },
  });
  await screen.findByRole("button", { name: "More" });
  await waitFor(() => expect(sent(requests, "GET").length).toBe(1));
  await take("Manage email report", "Email report active");
  await waitFor(() => expect(sent(requests, "PUT").map(({ body }) => body)).toEqual([{ active: false }]));
  await take("Manage email report", "Send now");
  await waitFor(() => expect(toastTexts).toEqual(["Sending Flights by email"]));
  toastTexts.length = 0;
  await take("Manage email report", "Edit email report");
  await screen.findByLabelText("Description");
  await userEvent.type(screen.getByLabelText("Description"), "Weekly");
  await userEvent.click(screen.getByRole("button", { name: /Save report/ }));
  await waitFor(() => expect(toastTexts).toEqual(["Report updated"]));
  expect(sent(requests, "PUT")[1]?.body).toEqual({ description: "Weekly" });
  expect(sent(requests, "PUT")[1]?.headers.get("if-match")).toBe('"before"');
  await take("Manage email report", "Delete email report");
  await userEvent.type(await screen.findByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(screen.getByRole("button", { name: "Delete email report" }));
  await waitFor(() => expect(toastTexts).toEqual(["Report updated", "Deleted: Flights"]));
});

test("shows failures", async () => {
  const failed = { status: 500, body: { message: "No" } };
  show({ [`PUT ${API}4`]: failed, [`DELETE ${API}4`]: failed });
  await screen.findByRole("button", { name: "More" });
  await take("Manage email report", "Email report active");
  await waitFor(() => expect(toastTexts).toEqual(["We were unable to active or deactivate this report."]));
  await take("Manage email report", "Delete email report");
  await userEvent.type(await screen.findByLabelText("Type DELETE to confirm"), "DELETE");
  await userEvent.click(screen.getByRole("button", { name: "Delete email report" }));
  await waitFor(() => expect(toastTexts.at(-1)).toBe("Your report could not be deleted."));
});

test("shows that reports failed to load", async () => {
  show({ [`GET ${API}`]: { status: 500, body: { message: "No" } } });
  await waitFor(() => expect(toastTexts).toEqual(["There was an issue fetching reports attached to this dashboard."]));
});

test("asks to save a new chart first", async () => {
  show({ [`GET ${API}`]: none }, { noun: "chart", id: undefined, name: "" });
  await take("Set up an email report");
  expect(toastTexts).toEqual(["Please save your chart first, then try creating a new email report."]);
});

test("offers rows or an image of a chart", async () => {
  const requests = show(
    { [`GET ${API}`]: none, [`POST ${API}`]: { status: 201, body: { id: 9, result: {} } } },
    { noun: "chart", id: 12, name: "Late departures" },
  );
  await take("Set up an email report");
  const form = await dialog("Sent to ada@example.org, using the saved chart.");
  await userEvent.click(form.getByRole("radio", { name: "CSV" }));
  expect(form.queryByRole("spinbutton", { name: "Width" })).toBeNull();
  await userEvent.click(form.getByRole("button", { name: /Create report/ }));
  await waitFor(() => expect(sent(requests, "POST")).toHaveLength(1));
  expect(sent(requests, "POST")[0]?.body).toMatchObject({ chart: 12, creation_method: "charts", report_format: "CSV" });
});

test("hides the menu without permission", async () => {
  const requests = show({}, DASHBOARD, ["can_read"]);
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Refresh"]);
  expect(requests).toEqual([]);
});
