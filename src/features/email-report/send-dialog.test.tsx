import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { browserZone } from "../../i18n/browser-zone.ts";
import { type Answer, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import type { Sent } from "./email-report.ts";
import { SendDialog } from "./SendDialog.tsx";

const STATE = { dataMask: { "F-1": { filterState: { value: ["ORD"] } } } };
const DASHBOARD: Sent = {
  ...{ noun: "dashboard", id: 2, name: "Flights" },
  now: () => ({ state: STATE, words: "Origin ORD" }),
};
const channels = (available: boolean) => ({
  body: { result: { Email: { available, missing: "TESSERA_SMTP_URL" }, Slack: { available }, Webhook: { available } } },
});

function show(sent: Sent, answers: Answer[] = [], available = true) {
  const user = {
    userId: 7,
    username: "a",
    firstName: "Ada",
    lastName: "L",
    email: "a@example.org",
    isAnonymous: false,
  };
  useSession.setState(signedIn({ ...user, roles: {} }), true);
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "GET /api/v1/report/channels": channels(available),
    "POST /api/v1/report/send": () => answers.shift() ?? { status: 202, body: { message: "OK", execution_id: "x" } },
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <SendDialog sent={sent} onClose={onClose} />
    </QueryClientProvider>,
  );
  const sentBodies = () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  return { sentBodies, onClose };
}

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

test("sends a dashboard with its current selections, unless they are left out", async () => {
  const refused = { status: 400, body: { message: { recipients: { target: ["Invalid email address(es): b"] } } } };
  const { sentBodies, onClose } = show(DASHBOARD, [refused]);
  const button = await screen.findByRole("button", { name: "Send" });
  await userEvent.click(button);
  expect(screen.getByText("This is a required field")).toBeTruthy();
  expect(sentBodies()).toEqual([]);
  await userEvent.type(screen.getByLabelText("To *"), "b");
  await userEvent.type(screen.getByLabelText("Message"), "As agreed");
  await userEvent.click(button);
  await screen.findByText(/Invalid email address/);
  await userEvent.type(screen.getByLabelText("To *"), "@example.org");
  await userEvent.click(screen.getByRole("radio", { name: "PDF" }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Origin ORD/ }));
  await userEvent.click(button);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const common = { dashboard: 2, email_subject: null, context_markdown: "As agreed", timezone: browserZone() };
  expect(sentBodies()).toEqual([
    { ...common, recipients: { target: "b" }, report_format: "PNG", extra: { dashboard: STATE } },
    { ...common, recipients: { target: "b@example.org" }, report_format: "PDF" },
  ]);
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
    "Sending Flights. If it fails, you get an email.",
  ]);
});

test("a chart can be sent as rows, as it is saved", async () => {
  const { sentBodies } = show({ noun: "chart", id: 12, name: "Delays" });
  await screen.findByText("Sent as the chart is saved.");
  await userEvent.type(screen.getByLabelText("To *"), "a@example.org");
  await userEvent.click(screen.getByRole("radio", { name: "CSV" }));
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sentBodies()).toMatchObject([{ chart: 12, report_format: "CSV" }]));
});

test("says that no mail server is set up, and what sets it up", async () => {
  show(DASHBOARD, [], false);
  expect((await screen.findByRole("note")).textContent).toContain("TESSERA_SMTP_URL");
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
});
