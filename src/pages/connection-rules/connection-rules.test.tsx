import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { ConnectionRulesPage } from "./ConnectionRulesPage.tsx";
import { PATH } from "./locations.ts";

const API = "/api/v1/allowed_location/";
const OWN = {
  ...{ id: 5, kind: "host", location: "localhost", source: "settings", networks: ["127.0.0.0/8"] },
  ...{ created_on: "2024-11-14T09:00:00", created_by: { id: 1, first_name: "Ada", last_name: "L" } },
};
const CONFIGURED = {
  ...{ id: null, kind: "folder", location: "/srv/data", source: "environment", networks: [] },
  ...{ created_on: null, created_by: null },
};
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { result: [OWN, CONFIGURED], home: "/var/tessera", private_networks: true } },
};

function open(path = PATH, { routes = {}, role = "Admin" }: { routes?: Routes; role?: string } = {}) {
  const requests = serve({ ...ROUTES, ...routes });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { [role]: [["can_read", "AllowedLocation"]] } }), true);
  const router = createMemoryRouter([{ path: PATH, element: <ConnectionRulesPage /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

test("lists what is allowed, by whom, and what is allowed anyway", async () => {
  open();
  const own = await row(/localhost/);
  for (const text of ["Host", "Ada L"]) expect(own.getByText(text)).toBeTruthy();
  const configured = await row(/\/srv\/data/);
  expect(configured.getByText("TESSERA_DATABASE_FOLDERS")).toBeTruthy();
  expect(configured.queryByRole("button")).toBeNull();
  expect((await screen.findByText(/^Databases can always be on/)).textContent).toContain(
    "on public and private networks, and in files directly in /var/tessera.",
  );
});

test("allows what a link proposes; the server's reason is shown at the field", async () => {
  const answers = [
    { status: 422, body: { message: { location: ["10.1.2.3 is already allowed."] } } },
    { status: 201, body: { id: 6, result: { ...OWN, id: 6, location: "/data" } } },
  ];
  const routes: Routes = { [`POST ${API}`]: () => answers.shift() ?? {} };
  const requests = open(`${PATH}?new=1&kind=host&location=10.1.2.3`, { routes });
  const field = await screen.findByLabelText("Host *");
  expect(field).toHaveProperty("value", "10.1.2.3");
  await userEvent.click(screen.getByRole("button", { name: "Allow" }));
  expect(await screen.findByText("10.1.2.3 is already allowed.")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Folder" }));
  const folder = screen.getByLabelText("Folder *");
  await userEvent.clear(folder);
  await userEvent.type(folder, "/data{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(sent).toEqual([
    { kind: "host", location: "10.1.2.3" },
    { kind: "folder", location: "/data" },
  ]);
});

test("removes one after saying what follows", async () => {
  const requests = open(PATH, { routes: { [`DELETE ${API}5`]: { body: { message: "OK" } } } });
  const own = await row(/localhost/);
  await userEvent.click(own.getByRole("button", { name: "Remove: localhost" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove allowed host?" }));
  expect(dialog.getByText(/can't be reached anymore/).textContent).toContain("Databases at localhost");
  await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
});

test("users who aren't administrators change nothing, not even by a link", async () => {
  open(`${PATH}?new=1&kind=host&location=localhost`, { role: "Auditor" });
  const own = await row(/localhost/);
  expect(own.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("button", { name: "Allow a host or folder" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});
