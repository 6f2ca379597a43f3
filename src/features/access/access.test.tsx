import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { serve } from "../../testing/network.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { AccessHost } from "./AccessHost.tsx";
import { type AccessCheck, checkAccess, closeAccessCheck } from "./access.ts";

const USER = { userId: 1, username: "ada", firstName: "Ada", lastName: "Lovelace", email: "", isAnonymous: false };

const signIn = (role: string) => useSession.setState(signedIn({ ...USER, roles: { [role]: [] } }), true);

const explanation = (query: URLSearchParams) => {
  const [type, operation] = [query.get("type"), query.get("operation")];
  const isAllowed = query.get("role") === null && operation !== "change";
  return {
    allowed: isAllowed,
    because: isAllowed ? "Allowed: can read its dataset" : "No role grants can_write on Chart.",
    subject: { kind: "user", id: 1, name: "ada", roles: ["Alpha"] },
    object: { type, id: Number(query.get("id")), name: "Delays" },
    operation,
    permission: { pair: ["can_read", "Chart"], holds: isAllowed, roles: isAllowed ? ["Alpha", "Gamma"] : [] },
    chain: [
      { rule: "admin", text: "is an administrator", holds: false },
      { rule: "dataset", text: "can read its dataset", holds: isAllowed },
    ],
    rows:
      operation === "rows"
        ? [
            {
              ...{ id: 4, filter_type: "Regular", holds: true, text: "applies to the rule's roles" },
              ...{ name: "Own region", clause: "region = 'EU'", author: null },
            },
          ]
        : null,
  };
};

let requests: ReturnType<typeof serve>;
beforeEach(() => {
  closeAccessCheck();
  requests = serve({
    "GET /api/v1/security/explain/": ({ query }) => ({ body: { result: explanation(query) } }),
    "GET /api/v1/dashboard/5/charts": { body: { result: [{ id: 8, slice_name: "By carrier", form_data: {} }] } },
    "GET /api/v1/dashboard/related/owners": { body: { count: 1, result: [{ value: 9, text: "Grace Hopper" }] } },
    "POST /api/v1/security/roles/search/": { body: { count: 1, ids: [6], result: [] } },
    "GET /api/v1/security/roles/search/": {
      body: {
        count: 1,
        ids: [6],
        result: [{ id: 6, name: "Finance", user_ids: [], permission_ids: [], group_ids: [] }],
      },
    },
    "GET /api/v1/chart/": { body: { count: 1, ids: [7], result: [{ id: 7, slice_name: "Delays" }] } },
  });
});

function open(check: AccessCheck): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AccessHost />
    </QueryClientProvider>,
  );
  act(() => checkAccess(check));
}

const answer = (name: RegExp) => screen.findByRole("button", { name });
const explained = () => requests.filter(({ path }) => path.endsWith("/explain/")).map(({ query }) => query);

test("shows what users can do with a chart, and why", async () => {
  signIn("Gamma");
  open({ object: { type: "chart", id: 7, name: "Delays" } });
  expect(await screen.findByRole("dialog", { name: "Access to Delays" })).toBeTruthy();
  await answer(/^Yes\s*Open it\s*Allowed: can read its dataset$/);
  await answer(/^No\s*Change it\s*No role grants can_write on Chart\.$/);
  expect(screen.queryByText("User or role")).toBeNull();
  await userEvent.click(await answer(/^Yes\s*Read its data/));
  expect(screen.getByText("can_read on Chart, by Alpha and Gamma")).toBeTruthy();
  const rules = within(screen.getByRole("list", { name: "Rules" })).getAllByRole("listitem");
  expect(rules.map((rule) => [within(rule).getByRole("img").getAttribute("aria-label"), rule.textContent])).toEqual([
    ["No", "is an administrator"],
    ["Yes", "can read its dataset"],
  ]);
  expect(screen.getByText("region = 'EU'")).toBeTruthy();
});

test("administrators check other users and roles", async () => {
  signIn("Admin");
  open({ object: { type: "chart", id: 7, name: "Delays" } });
  await answer(/^Yes\s*Open it/);
  await userEvent.click(await screen.findByRole("combobox", { name: "User or role" }));
  await userEvent.click(await screen.findByTitle("Grace Hopper"));
  await answer(/^Yes\s*Open it/);
  expect(explained().at(-1)?.get("user")).toBe("9");
  await userEvent.click(screen.getByRole("radio", { name: "Role" }));
  expect(screen.getByText("Choose what to check.")).toBeTruthy();
  await userEvent.click(screen.getByRole("combobox", { name: "User or role" }));
  await userEvent.click(await screen.findByTitle("Finance"));
  await answer(/^No\s*Open it/);
  expect(explained().at(-1)?.get("role")).toBe("6");
});

test("the data of a dashboard is checked chart by chart, as read through it", async () => {
  signIn("Gamma");
  open({ object: { type: "dashboard", id: 5, name: "Flights" } });
  await answer(/^Yes\s*By carrier/);
  const [rows] = explained().filter((query) => query.get("operation") === "rows");
  expect([rows?.get("type"), rows?.get("id"), rows?.get("dashboard_id")]).toEqual(["chart", "8", "5"]);
});

test("from a user, the object is chosen", async () => {
  signIn("Admin");
  open({ subject: { kind: "user", id: 9, name: "Grace Hopper" } });
  expect(await screen.findByRole("dialog", { name: "What Grace Hopper can access" })).toBeTruthy();
  await userEvent.click(await screen.findByRole("radio", { name: "Chart" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Object" }));
  await userEvent.click(await screen.findByTitle("Delays"));
  await answer(/^Yes\s*Open it/);
  expect(explained().every((query) => query.get("user") === "9")).toBe(true);
  act(closeAccessCheck);
  expect(screen.queryByRole("dialog")).toBeNull();
});
