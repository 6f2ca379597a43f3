import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { serve } from "../../../testing/network.ts";
import { choicesOf, press } from "../../../testing/steps.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";
import { signedIn, useSession } from "../../../web/session/session.ts";
import { NewReport, OpenReport } from "./ReportDialog.tsx";

const ME = { userId: 7, username: "a", firstName: "Ada", lastName: "L", email: "ada@example.org", isAnonymous: false };
const API = "/api/v1/report/";
const DETAIL = {
  ...{ id: 4, name: "Late share", type: "Alert", active: true, crontab: "0 6 * * *", timezone: "Europe/Paris" },
  ...{ database: { id: 1, database_name: "warehouse" }, sql: "SELECT 41", validator_type: "operator" },
  validator_config_json: '{"op":">","threshold":30}',
  ...{ dashboard: null, chart: { id: 2, slice_name: "Flights" }, report_format: "CSV", custom_width: null, extra: {} },
  ...{ grace_period: 14_400, working_timeout: 3600, log_retention: 90, force_screenshot: false },
  ...{ description: null, email_subject: null, owners: [{ id: 7, first_name: "Ada", last_name: "L" }] },
  recipients: [{ id: 11, type: "Email", recipient_config_json: '{"target":"ops@example.org"}' }],
};
const NAMES = [
  { id: 3, name: "Orders are fresh", dataset_name: "orders", state: "passed" },
  { id: 5, name: "Orders have customers", dataset_name: "orders", state: "failed" },
];

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

function open(detail: object = {}) {
  const pairs = ["can_read", "can_write"].map((name): [string, string] => [name, "ReportSchedule"]);
  useSession.setState(signedIn({ ...ME, roles: { Alpha: pairs } }), true);
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "GET /api/v1/assertion/": ({ query }) => {
      const found = query.get("q")?.includes("col:id") ? NAMES.slice(0, 1) : NAMES;
      return { body: { count: found.length, ids: found.map(({ id }) => id), result: found } };
    },
    [`GET ${API}4`]: { body: { id: 4, result: { ...DETAIL, ...detail } } },
    [`PUT ${API}4`]: { body: { id: 4, result: {} } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <OpenReport id={4} onClose={() => {}} />
    </QueryClientProvider>,
  );
  return () => requests.find(({ method }) => method === "PUT")?.body;
}

test("an alert can be about assertions instead of a query", async () => {
  const saved = open();
  await userEvent.click(await screen.findByLabelText("Fire when"));
  await userEvent.click(await screen.findByTitle("An assertion fails"));
  expect(screen.queryByLabelText("SQL *")).toBeNull();
  expect(screen.getByText("Still missing: Assertions")).toBeTruthy();
  await waitFor(async () => expect(await choicesOf("Assertions *")).toEqual(NAMES.map(({ name }) => name)));
  expect(screen.getByText("orders · Failed")).toBeTruthy();
  await userEvent.click(screen.getByTitle("Orders have customers"));
  await press("Save alert");
  await waitFor(() =>
    expect(saved()).toEqual({
      ...{ database: null, sql: null, validator_type: null, validator_config_json: null },
      extra: { by_value: { pending_minutes: 0, sends_recovered: true }, assertion_ids: [5] },
    }),
  );
});

test("a new alert reads their results hourly, one on a query runs daily", async () => {
  open();
  cleanup();
  render(
    <QueryClientProvider client={queryClient}>
      <NewReport kind="Alert" onClose={() => {}} />
    </QueryClientProvider>,
  );
  const unit = async () => (await screen.findByLabelText("Every")).closest(".ant-select")?.textContent;
  expect(await unit()).toBe("day");
  await userEvent.click(await screen.findByLabelText("Fire when"));
  await userEvent.click(await screen.findByTitle("An assertion fails"));
  expect(await unit()).toBe("hour");
  await userEvent.click(screen.getByLabelText("Fire when"));
  await userEvent.click(await screen.findByTitle("A result crosses a threshold"));
  expect(await unit()).toBe("day");
});

test("names the assertions of a stored alert, and can go back to a query", async () => {
  const saved = open({ database: null, sql: null, validator_type: null, extra: { assertion_ids: [3] } });
  const field = (await screen.findByText("Orders are fresh")).closest<HTMLElement>(".ant-select");
  expect(within(field as HTMLElement).queryByText("#3")).toBeNull();
  await userEvent.click(screen.getByLabelText("Fire when"));
  await userEvent.click(await screen.findByTitle("A result crosses a threshold"));
  expect(await screen.findByText(/^Still missing: Database, SQL/)).toBeTruthy();
  expect(saved()).toBeUndefined();
});
