import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { OverwriteHost } from "../../features/overwrite/OverwriteHost.tsx";
import { chooseAllRows } from "../../testing/menus.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { TemplatesPage } from "./TemplatesPage.tsx";
import { PATH } from "./template-list.tsx";

const ME = { userId: 1, username: "a", firstName: "A", lastName: "U", email: "a@b.example", isAnonymous: false };
const API = "/api/v1/css_template/";
const NIGHT = { id: 4, template_name: "Night", css: ".header {\n  color: red\n}", changed_on: "2024-11-14T09:00:00" };
const SEA = { ...NIGHT, id: 5, template_name: "Sea", css: null };
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { count: 2, ids: [4, 5], result: [NIGHT, SEA] } },
  [`GET ${API}4`]: { body: { id: 4, result: NIGHT }, headers: { etag: '"then"' } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

function open(path = PATH, routes: Routes = {}, pairs = ["can_read", "can_write"]) {
  const roles = { Alpha: pairs.map((name): [string, string] => [name, "CssTemplate"]) };
  useSession.setState(signedIn({ ...ME, roles }), true);
  const requests = serve({ ...ROUTES, ...routes });
  const page = (
    <>
      <TemplatesPage />
      <OverwriteHost />
    </>
  );
  const router = createMemoryRouter([{ path: PATH, element: page }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[]) =>
  requests.filter((one) => one.method !== "GET").map(({ method, path, body }) => ({ method, path, body }));

test("lists templates with their CSS on one line", async () => {
  const requests = open();
  const row = within(await screen.findByRole("row", { name: /Night/ }));
  expect(row.getByText(".header { color: red }")).toBeTruthy();
  expect(row.getByRole("link", { name: "Night" }).getAttribute("href")).toBe(`${PATH}?edit=4`);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search by name or CSS" }), "red{Enter}");
  const isSearch = ({ query }: RecordedRequest) => query.get("q")?.includes("opr:css_template_all_text,value:red");
  await waitFor(() => expect(requests.some(isSearch)).toBe(true));
});

test("read-only users are offered no changes", async () => {
  open(`${PATH}?edit=4&new=1`, {}, ["can_read"]);
  expect(await screen.findByText("Night")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New template|Actions/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("creates a template; server errors are shown at their field", async () => {
  const answers = [
    { status: 422, body: { message: { css: ["Not a valid string."] } } },
    { status: 201, body: { id: 6, result: {} } },
  ];
  const requests = open(`${PATH}?new=1`, { [`POST ${API}`]: () => answers.shift() ?? { status: 500 } });
  const css = await screen.findByRole("textbox", { name: "CSS" });
  await userEvent.type(css, "a {{ }");
  const save = screen.getByRole("button", { name: /Save template/ });
  await userEvent.click(save);
  expect(screen.getByText("This is a required field")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Name *"), "Forest");
  await userEvent.click(save);
  expect(await screen.findByText("Not a valid string.")).toBeTruthy();
  await userEvent.click(screen.getByRole("textbox", { name: "CSS" }));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const body = { template_name: "Forest", css: "a { }" };
  expect(sent(requests)).toEqual([
    { method: "POST", path: API, body },
    { method: "POST", path: API, body },
  ]);
});

test("asks before overwriting another user's changes", async () => {
  const changedItems = [{ keyPath: "template_name", oldValue: "Midnight", newValue: "Dusk" }];
  const stale = { updatedAt: "2024-11-14T10:00:00+0000", updatedBy: "Ada U", state: "now", changedItems };
  const error = { message: "Stale", error_type: "X", level: "warning", extra: { overwriteConfirmMetadata: stale } };
  const requests = open(`${PATH}?edit=4`, {
    [`PUT ${API}4`]: ({ headers }) =>
      headers.get("if-match") === '"now"' ? { body: { result: {} } } : { status: 412, body: { errors: [error] } },
  });
  const name = await screen.findByLabelText("Name *");
  await userEvent.clear(name);
  await userEvent.type(name, "Dusk");
  await userEvent.click(screen.getByRole("button", { name: /Save template/ }));
  const title = "Overwrite this CSS template?";
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText("Midnight")).toBeTruthy();
  await userEvent.click(screen.getAllByRole("button", { name: "Cancel" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  expect(name).toHaveProperty("value", "Dusk");
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /Save template/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Overwrite" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests).map(({ body }) => body)).toEqual(Array(3).fill({ template_name: "Dusk" }));
  expect(requests.filter(({ method }) => method === "PUT").map(({ headers }) => headers.get("if-match"))).toEqual([
    ...['"then"', '"then"', '"now"'],
  ]);
});

test("deletes several after confirmation", async () => {
  const requests = open(PATH, { [`DELETE ${API}`]: { body: { message: "Deleted 2 css templates" } } });
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete 2 CSS templates?" }));
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete 2 CSS templates" }));
  await waitFor(() => expect(requests.find(({ method }) => method === "DELETE")?.query.get("q")).toBe("!(4,5)"));
});
