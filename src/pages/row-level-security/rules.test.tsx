import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { prefetchCodeEditor } from "../../ui/code/CodeEditor.tsx";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { RulesPage } from "./RulesPage.tsx";

const ME = { userId: 1, username: "admin", firstName: "A", lastName: "U", email: "a@b.example", isAnonymous: false };
const RULE = {
  ...{ id: 5, name: "North only", filter_type: "Regular", clause: "region = 'North'", group_key: null },
  ...{ description: null, tables: [{ id: 2, schema: "main", table_name: "sales" }], roles: [{ id: 3, name: "Gamma" }] },
};
const SALES = {
  ...{ id: 2, table_name: "sales", schema: null, metrics: [], database: { id: 1, backend: "duckdb" } },
  columns: [
    { id: 1, column_name: "region", type: "VARCHAR", is_dttm: false, groupby: true, filterable: true },
    { id: 2, column_name: "revenue", type: "DOUBLE", is_dttm: false, groupby: true, filterable: true },
  ],
};
const PATH = "/rowlevelsecurity/list/";
const API = "/api/v1/rowlevelsecurity/";

const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { count: 1, ids: [5], result: [RULE] } },
  [`GET ${API}5`]: { body: { id: 5, result: RULE } },
  [`GET ${API}related/tables`]: { body: { count: 1, result: [{ value: 2, text: "sales" }] } },
  [`POST ${API}preview/`]: { body: { result: { applies: null, datasets: [] } } },
  "GET /api/v1/dataset/2": { body: { id: 2, result: SALES } },
  "GET /api/v1/datasource/table/2/column/region/values/": { body: { result: ["North", "South"] } },
  [`GET ${API}related/roles`]: { body: { count: 1, result: [{ value: 3, text: "Gamma" }] } },
};

beforeEach(async () => {
  await prefetchCodeEditor();
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(path = PATH, routes: Routes = {}, pairs = ["can_read", "can_write"]) {
  const roles = { Admin: pairs.map((name): [string, string] => [name, "Row Level Security"]) };
  useSession.setState(signedIn({ ...ME, roles }), true);
  const requests = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: PATH, element: <RulesPage /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[], method: string) => requests.filter((one) => one.method === method);

async function editForm() {
  await screen.findByLabelText("Description");
  return within(screen.getByRole("dialog", { name: "Edit rule" }));
}

const created = (requests: readonly RecordedRequest[]) => sent(requests, "POST").filter(({ path }) => path === API);

test("lists rules with datasets, whom they apply to and conditions", async () => {
  open();
  expect((await screen.findByRole("link", { name: "North only" })).getAttribute("href")).toBe(`${PATH}?edit=5`);
  for (const text of ["sales", "Gamma", "region = 'North'"]) expect(screen.getByText(text)).toBeTruthy();
});

test("says that a regular rule without roles applies to no one", async () => {
  open(PATH, { [`GET ${API}`]: { body: { count: 1, ids: [5], result: [{ ...RULE, roles: [] }] } } });
  expect(await screen.findByText("None: applies to no one")).toBeTruthy();
});

test("read-only users are offered no changes", async () => {
  open(`${PATH}?edit=5&new=1`, {}, ["can_read"]);
  expect(await screen.findByText("North only")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New rule|Actions/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("creates a rule after showing missing fields and an invalid clause", async () => {
  const answers = [
    { status: 422, body: { errors: [{ message: "Invalid clause: no", error_type: "INVALID_SQL_ERROR" }] } },
    { status: 201, body: { id: 6, result: {} } },
  ];
  const requests = open(PATH, { [`POST ${API}`]: () => answers.shift() ?? { status: 500 } });
  await userEvent.click(await screen.findByRole("button", { name: "New rule" }));
  await screen.findByLabelText("Name *");
  const form = within(screen.getByRole("dialog", { name: "New rule" }));
  await userEvent.type(form.getByLabelText("Name *"), "South only{Enter}");
  expect(form.getAllByText("This is a required field")).toHaveLength(3);
  expect(form.getByRole("combobox", { name: "Roles *" })).toBeTruthy();
  await userEvent.click(form.getByRole("radio", { name: "Everyone except some roles" }));
  expect(form.getByText(/All users without any of these roles/)).toBeTruthy();
  await userEvent.click(form.getByRole("combobox", { name: "Datasets *" }));
  await userEvent.click(await screen.findByTitle("sales"));
  await userEvent.click(await form.findByRole("radio", { name: "SQL" }));
  await userEvent.click(form.getByRole("textbox", { name: "Clause *" }));
  await userEvent.paste("region = 'South'");
  await userEvent.type(form.getByLabelText("Group key"), " area ");
  await userEvent.click(form.getByRole("button", { name: /Save rule/ }));
  expect(await form.findByText("Invalid clause: no")).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: /Save rule/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(created(requests).at(-1)?.body).toEqual({
    ...{ name: "South only", filter_type: "Base", tables: [2], roles: [], clause: "region = 'South'" },
    ...{ group_key: "area", description: null },
  });
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(["Created: South only"]);
});

test("saves only changes", async () => {
  const requests = open(`${PATH}?edit=5`, { [`PUT ${API}5`]: { body: { id: 5, result: {} } } });
  const description = await screen.findByLabelText("Description");
  await userEvent.type(description, "For the north{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests, "PUT").map(({ body }) => body)).toEqual([{ description: "For the north" }]);
});

test("shows tables without a dataset, and removes them", async () => {
  const table = { database_id: 1, database_name: "shop", catalog: null, schema: "public", table_name: "orders" };
  const bound_tables = [
    { ...table, id: 8, table_name: "sales", dataset_id: 2 },
    { ...table, id: 9, dataset_id: null },
  ];
  const rule = { ...RULE, bound_tables };
  const requests = open(`${PATH}?edit=5`, {
    [`GET ${API}`]: { body: { count: 1, ids: [5], result: [rule] } },
    [`GET ${API}5`]: { body: { id: 5, result: rule } },
    [`PUT ${API}5`]: { body: { id: 5, result: {} } },
  });
  const description = await screen.findByLabelText("Description");
  const form = within(screen.getByRole("dialog", { name: "Edit rule" }));
  expect(await form.findByText("public.orders (no dataset)")).toBeTruthy();
  expect(await screen.findByText("sales, public.orders (no dataset)")).toBeTruthy();
  await userEvent.type(description, "Old");
  await userEvent.click(form.getByRole("combobox", { name: "Tables without a dataset" }));
  await userEvent.keyboard("{Backspace}");
  await userEvent.click(form.getByRole("button", { name: /Save rule/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests, "PUT").map(({ body }) => body)).toEqual([{ bound_tables: [], description: "Old" }]);
});

test("says what becomes visible before deleting", async () => {
  const requests = open(PATH, { [`DELETE ${API}5`]: { body: { message: "OK" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for North only" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete rule?" }));
  expect(await question.findByText(/will become visible to everyone with access to the datasets/)).toBeTruthy();
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete rule" }));
  await waitFor(() => expect(sent(requests, "DELETE").map(({ path }) => path)).toEqual([`${API}5`]));
});

test("shows a clause as conditions, writes changed ones as SQL, and says what the rule does", async () => {
  const requests = open(`${PATH}?edit=5`, { [`PUT ${API}5`]: { body: { id: 5, result: {} } } });
  const form = await editForm();
  expect(await form.findByRole("combobox", { name: "Value" })).toBeTruthy();
  const effect = "Users with the role Gamma only see rows where region is North, in 1 dataset.";
  expect(form.getByText(effect)).toBeTruthy();
  await userEvent.click(form.getByRole("combobox", { name: "Value" }));
  await userEvent.click(await screen.findByTitle("South"));
  await userEvent.click(form.getByRole("radio", { name: "SQL" }));
  expect(form.getByRole("textbox", { name: "Clause *" }).textContent).toContain("region = 'South'");
  await userEvent.click(form.getByRole("button", { name: /Save rule/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests, "PUT").map(({ body }) => body)).toEqual([{ clause: "region = 'South'" }]);
});

test("keeps SQL that the builder can't show as SQL", async () => {
  const rule = { ...RULE, clause: "region = '{{ current_username() }}' OR 1 = 1" };
  open(`${PATH}?edit=5`, { [`GET ${API}5`]: { body: { id: 5, result: rule } } });
  const form = await editForm();
  const conditions = await form.findByRole("radio", { name: "Conditions" });
  expect(conditions.hasAttribute("disabled")).toBe(true);
  expect(form.getByRole("textbox", { name: "Clause *" }).textContent).toContain("OR 1 = 1");
});

test("says while writing on which dataset the clause fails", async () => {
  const message = "The clause doesn't work on the dataset “sales”: region";
  const errors = [{ message, error_type: "COLUMN_DOES_NOT_EXIST_ERROR" }];
  open(`${PATH}?edit=5`, { [`POST ${API}preview/`]: { status: 422, body: { errors } } });
  expect((await screen.findByText(message)).getAttribute("role")).toBe("alert");
});

test("previews the rows that a role would see", async () => {
  const orders = { id: 2, table_name: "sales", readable: false, all: 40, left: 10, problem: null };
  const dataset = { ...orders, columns: ["region"], rows: [["North"], [null]] };
  const requests = open(`${PATH}?edit=5`, {
    [`POST ${API}preview/`]: ({ body }) => {
      const isAsked = (body as { role?: number }).role !== undefined;
      return { body: { result: isAsked ? { applies: true, datasets: [dataset] } : { applies: null, datasets: [] } } };
    },
  });
  const form = await editForm();
  await userEvent.click(await form.findByRole("button", { name: "Preview" }));
  expect(await form.findByText("Gamma sees 10 of 40 rows (25%).")).toBeTruthy();
  expect(form.getByText("Gamma has no access to this dataset yet. With access:")).toBeTruthy();
  expect(within(form.getByRole("region", { name: "Rows of sales" })).getByText("North")).toBeTruthy();
  expect(sent(requests, "POST").at(-1)?.body).toEqual({
    ...{ id: 5, filter_type: "Regular", tables: [2], roles: [3], clause: "region = 'North'", group_key: null, role: 3 },
  });
  await userEvent.type(form.getByLabelText("Group key"), "x");
  expect(form.queryByText(/Gamma sees/)).toBeNull();
});
