import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { Values } from "./Values.tsx";

const API = "/api/v1/report/4";
const value = (name: string, state: string, number: number | null) => ({
  ...{ label: JSON.stringify(["N", name]), state, since: "2024-11-14T05:00:00", value: number, sent_on: null },
});

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(silences: object[], values = [value("Oslo", "OK", 3), value("Bergen", "Firing", 12.5)]) {
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    [`GET ${API}/values`]: { body: { result: { values, silences } } },
    [`POST ${API}/silence`]: { status: 201, body: { id: 1, result: {} } },
    [`DELETE ${API}/silence/9`]: { body: { message: "OK" } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Values alert={{ id: 4, name: "Late" }} onClose={() => {}} />
    </QueryClientProvider>,
  );
  return requests;
}

test("values are listed with their states, firing ones first, and silenced for a time", async () => {
  const requests = open([]);
  const rows = (await screen.findAllByRole("row")).slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^N, BergenFiring12.5/),
    expect.stringMatching(/^N, OsloOK3/),
  ]);
  await userEvent.click(within(rows[0] as HTMLElement).getByRole("button", { name: "Silence N, Bergen" }));
  await userEvent.click(await screen.findByText("For four hours"));
  await waitFor(() => expect(requests.find(({ method }) => method === "POST")).toBeTruthy());
  const { body } = requests.find(({ method }) => method === "POST") as { body: unknown };
  expect(body).toEqual({ label: '["N","Bergen"]', ends_on: expect.any(String) });
});

test("a silence is shown and ended", async () => {
  const requests = open([{ id: 9, label: null, ends_on: "2024-11-15T05:00:00", comment: null }]);
  expect(await screen.findByText(/^All values are silenced until 15 Nov 2024/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "End the silence of Late" }));
  await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
});

test("an alert without values says so", async () => {
  open([], []);
  expect(await screen.findByText(/^No states yet/)).toBeTruthy();
});
