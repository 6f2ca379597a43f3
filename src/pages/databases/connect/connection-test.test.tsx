import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { queryClient } from "../../../web/client/query.ts";
import { signedIn, useSession } from "../../../web/session/session.ts";
import { ConnectDialog } from "./ConnectDialog.tsx";

const FORM = {
  type: "object",
  properties: {
    host: { type: "string", description: "Host", example: "e.g. db.example.com" },
    port: { type: "integer", description: "Port", default: 5432 },
  },
  required: ["host", "port"],
};
const ENGINE = { engine: "postgresql", name: "PostgreSQL", preferred: true, parameters: FORM, driver_download: null };
const ALLOW = { kind: "host", location: "localhost" };
const REFUSED = "localhost is the server's own machine, so connections to it are blocked.";
const NOT_REACHED = ["port", "tls", "sign_in", "database"].map((step) => ({ step, status: "not_reached" }));
const BLOCKED = [{ step: "name", status: "failed", message: REFUSED, allow: ALLOW }, ...NOT_REACHED];
const PASSED = ["name", "port", "tls", "sign_in", "database"].map((step) => ({ step, status: "passed" }));
const WRONG_PASSWORD = [
  ...PASSED.slice(0, 3),
  {
    ...{ step: "sign_in", status: "failed", message: "Either the username or the password is wrong." },
    ...{ hint: "Check the username and password.", cause: 'password authentication failed for user "ann"' },
  },
  { step: "database", status: "not_reached" },
];

const TEST = "/api/v1/database/test_steps/";
const ALLOWED = "/api/v1/allowed_location/";

function open(roles: Record<string, [string, string][]>, routes: Routes) {
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "GET /api/v1/database/available/": { body: { databases: [{ ...ENGINE, sqlalchemy_uri_placeholder: "" }] } },
    "POST /api/v1/database/validate_parameters/": { body: { message: "OK" } },
    ...routes,
  });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles }), true);
  const router = createMemoryRouter([{ path: "/", element: <ConnectDialog onClose={() => undefined} /> }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

async function fillForm() {
  await userEvent.click(await screen.findByRole("button", { name: /PostgreSQL/ }));
  await userEvent.type(await screen.findByLabelText("Host *"), "localhost");
}

const rows = async () => {
  const list = await screen.findByRole("list", { name: "Connection test" });
  return within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
};
const sentTo = (requests: readonly RecordedRequest[], path: string) =>
  requests.filter((each) => each.path === path && each.method === "POST");

const ADMIN: Record<string, [string, string][]> = { Admin: [["can_write", "Database"]] };

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

test("the host's placeholder is an address that isn't blocked", async () => {
  open(ADMIN, {});
  await userEvent.click(await screen.findByRole("button", { name: /PostgreSQL/ }));
  expect((await screen.findByLabelText("Host *")).getAttribute("placeholder")).toBe("e.g. db.example.com");
});

test("the test shows the step that failed with what to do, and nothing is saved when connecting", async () => {
  const requests = open(ADMIN, { [`POST ${TEST}`]: { body: { result: WRONG_PASSWORD } } });
  await fillForm();
  await userEvent.click(screen.getByRole("button", { name: "Connect" }));
  expect(await rows()).toEqual([
    "Host namePassed",
    "PortPassed",
    "EncryptionPassed",
    'Sign-inEither the username or the password is wrong.Check the username and password.Driver message: password authentication failed for user "ann"',
    "DatabaseNot reached",
  ]);
  expect(screen.getByRole("alert").textContent).toContain("Either the username");
  expect(sentTo(requests, "/api/v1/database/")).toEqual([]);
  expect(screen.queryByText("Connection looks good!")).toBeNull();
  await userEvent.type(screen.getByLabelText("Host *"), "2");
  expect(screen.queryByRole("list", { name: "Connection test" })).toBeNull();
});

test("an administrator allows a blocked host, which is then tested again", async () => {
  let isAllowed = false;
  const requests = open(ADMIN, {
    [`POST ${TEST}`]: () => ({ body: { result: isAllowed ? PASSED : BLOCKED } }),
    [`POST ${ALLOWED}`]: ({ body }) => {
      isAllowed = true;
      const entry = { source: "settings", networks: [], created_on: null, created_by: null };
      return { status: 201, body: { id: 3, result: { id: 3, ...(body as object), ...entry } } };
    },
  });
  await fillForm();
  await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
  expect((await rows())[0]).toContain(REFUSED);
  await userEvent.click(screen.getByRole("button", { name: "Allow this host" }));
  expect(await screen.findByText("Connection looks good!")).toBeTruthy();
  expect(sentTo(requests, ALLOWED).map(({ body }) => body)).toEqual([ALLOW]);
});

test("says that the connection works but isn't encrypted", async () => {
  const off = { step: "tls", status: "off", message: "The connection isn't encrypted." };
  open(ADMIN, { [`POST ${TEST}`]: { body: { result: PASSED.map((each) => (each.step === "tls" ? off : each)) } } });
  await fillForm();
  await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
  expect(await screen.findByText("Connection looks good!")).toBeTruthy();
  expect((await rows())[2]).toBe("EncryptionThe connection isn't encrypted.");
});

test("others get a link to send to an administrator", async () => {
  const requests = open(
    { Connector: [["can_write", "Database"]] },
    { [`POST ${TEST}`]: { body: { result: BLOCKED } } },
  );
  await fillForm();
  await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
  await rows();
  expect(screen.queryByRole("button", { name: "Allow this host" })).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Copy link for an administrator" }));
  expect(await navigator.clipboard.readText()).toMatch(/\/connection-rules\/\?new=1&kind=host&location=localhost$/);
  expect(sentTo(requests, ALLOWED)).toEqual([]);
});

test("a host that is refused when its field is left can be allowed there", async () => {
  const error_type = "CONNECTION_INVALID_HOSTNAME_ERROR";
  const errors = [{ message: REFUSED, error_type, level: "error", extra: { invalid: ["host"], allow: ALLOW } }];
  open(ADMIN, { "POST /api/v1/database/validate_parameters/": { status: 422, body: { errors } } });
  await fillForm();
  await userEvent.tab();
  expect(await screen.findByText(REFUSED)).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("button", { name: "Allow this host" })).toBeTruthy());
});

test("Enter in a field connects, but not in the connection string or while connecting", async () => {
  let answer = (_: { body: object }) => {};
  const requests = open(ADMIN, {
    [`POST ${TEST}`]: () => new Promise<{ body: object }>((resolve) => (answer = resolve)),
  });
  await fillForm();
  await userEvent.keyboard("{Enter}{Enter}");
  await waitFor(() => expect(sentTo(requests, TEST)).toHaveLength(1));
  answer({ body: { result: WRONG_PASSWORD } });
  await screen.findByRole("list", { name: "Connection test" });
  await userEvent.type(screen.getByLabelText("Port *"), "{Enter}");
  await waitFor(() => expect(sentTo(requests, TEST)).toHaveLength(2));
  answer({ body: { result: WRONG_PASSWORD } });
  await userEvent.click(await screen.findByText("Connection string"));
  await userEvent.type(screen.getByLabelText("Connection string *"), "postgresql://x{Enter}");
  expect(sentTo(requests, TEST)).toHaveLength(2);
});

test("MariaDB is found among the engines, and a database in a file says where the file has to be", async () => {
  const file = { type: "object", properties: { database: { type: "string", description: "File" } }, required: [] };
  const engines = [
    { ...ENGINE, engine: "mysql", name: "MySQL" },
    { ...ENGINE, engine: "sqlite", name: "SQLite", parameters: file },
  ].map((engine) => ({ ...engine, sqlalchemy_uri_placeholder: "" }));
  open(ADMIN, { "GET /api/v1/database/available/": { body: { databases: engines } } });
  await userEvent.click(await screen.findByRole("button", { name: /MySQL or MariaDB/ }));
  expect(await screen.findByText("Connect to MySQL or MariaDB")).toBeTruthy();
  expect(screen.queryByText(/home folder/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "All engines" }));
  await userEvent.click(await screen.findByRole("button", { name: /SQLite/ }));
  expect(await screen.findByText(/^Path on the server\. .* in the server's home folder/)).toBeTruthy();
});
