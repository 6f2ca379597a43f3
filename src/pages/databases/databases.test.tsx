import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { OverwriteHost } from "../../features/overwrite/OverwriteHost.tsx";
import { pickFromMenu } from "../../testing/menus.ts";
import { type Answer, type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { DatabasesPage } from "./DatabasesPage.tsx";

const ROW = {
  id: 1,
  database_name: "examples",
  backend: "duckdb",
  expose_in_sqllab: true,
  allow_file_upload: false,
  changed_on: "2024-11-14T09:00:00",
};
const SERVER_FORM = {
  type: "object",
  properties: {
    host: { type: "string", description: "Host", example: "e.g. 127.0.0.1" },
    port: { type: "integer", description: "Port", default: 5432 },
    database: { type: "string", description: "Database name" },
    username: { type: "string", description: "Username" },
    password: { type: "string", format: "password", description: "Password" },
    query: { type: "object", description: "Additional parameters" },
    encryption: { type: "boolean", description: "Use an encrypted connection to the database" },
  },
  required: ["host", "port", "database"],
};
const FILE_FORM = {
  type: "object",
  properties: { database: { type: "string", description: "File" } },
  required: ["database"],
};
const AVAILABLE = [
  { engine: "postgresql", name: "PostgreSQL", preferred: true, parameters: SERVER_FORM },
  { engine: "duckdb", name: "DuckDB", preferred: false, parameters: FILE_FORM },
].map((each) => ({
  driver_download: null,
  ...each,
  sqlalchemy_uri_placeholder: `${each.engine}://...`,
  engine_information: { disable_ssh_tunneling: each.engine === "duckdb" },
}));
const STORED = {
  ...ROW,
  id: 7,
  uuid: "u",
  database_name: "warehouse",
  backend: "postgresql",
  configuration_method: "dynamic_form",
  sqlalchemy_uri: "postgresql://ann:XXXXXXXXXX@db:5432/sales?application_name=t",
  parameters: {
    host: "db",
    port: 5432,
    database: "sales",
    username: "ann",
    password: "XXXXXXXXXX",
    query: { application_name: "t" },
    encryption: false,
  },
  extra: JSON.stringify({ kept: [1], schemas_allowed_for_file_upload: ["raw"], allows_virtual_table_explore: true }),
  masked_encrypted_extra: null,
  server_cert: null,
  cache_timeout: null,
};
const PASSED = [{ step: "database", status: "passed" }];
const none = { count: 0, result: [] };
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/database/": {
    body: {
      count: 2,
      ids: [1, 7],
      result: [ROW, { ...ROW, id: 7, database_name: "warehouse", backend: "postgresql" }],
    },
  },
  "GET /api/v1/database/available/": { body: { databases: AVAILABLE } },
  "GET /api/v1/database/7/connection": { body: { id: 7, result: STORED } },
  "GET /api/v1/database/7/related_objects/": {
    body: { datasets: none, charts: none, dashboards: none, sqllab_tab_states: none },
  },
  "POST /api/v1/database/validate_parameters/": { body: { message: "OK" } },
  "POST /api/v1/database/test_steps/": { body: { result: PASSED } },
  "GET /api/v1/database/7/schemas/": { body: { result: [] } },
  "GET /api/v1/database/7/tables/": { body: { count: 0, result: [] } },
  "GET /api/v1/database/9/schemas/": { body: { result: ["main"] } },
  "GET /api/v1/database/9/tables/": { body: { count: 0, result: [] } },
};
const WRITER = ["can_read", "can_write", "can_export"];

function open(address: string, { routes = {}, may = WRITER }: { routes?: Routes; may?: string[] } = {}) {
  const requests = serve({ ...ROUTES, ...routes });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  const pairs = [...may.map((permission) => [permission, "Database"]), ["can_write", "Dataset"]] as [string, string][];
  useSession.setState(signedIn({ ...user, roles: { Own: pairs } }), true);
  const router = createMemoryRouter(
    [
      { path: "/databaseview/list/", element: <DatabasesPage /> },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <OverwriteHost />
    </QueryClientProvider>,
  );
  return { requests, router };
}

const bodyOf = (requests: readonly RecordedRequest[], method: string) =>
  requests.filter((each) => each.method === method && !/validate|test_/.test(each.path)).at(-1)?.body;

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  forgetCsrfToken();
});

describe("the list of databases", () => {
  test("shows engine and settings, and links to the edit dialog", async () => {
    open("/databaseview/list/");
    const link = await screen.findByRole("link", { name: "warehouse" });
    expect(link.getAttribute("href")).toBe("/databaseview/list/?edit=7");
    const row = link.closest("tr") as HTMLElement;
    expect(within(row).getByText("PostgreSQL")).toBeTruthy();
    expect(within(row).getByRole("img", { name: "Yes" })).toBeTruthy();
  });

  test("offers no edits to read-only users, not even by URL; with permission, they add datasets", async () => {
    open("/databaseview/list/?connect=1&edit=7", { may: ["can_read"] });
    await screen.findByText("warehouse");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: /Connect|Import|Edit/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Actions for warehouse" }));
    expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
      "Add datasets",
      "Check access",
    ]);
    await pickFromMenu("Add datasets");
    expect(await screen.findByRole("dialog", { name: "Add datasets from warehouse" })).toBeTruthy();
  });

  test("a database with datasets can't be deleted, and the dialog says what uses it", async () => {
    const used = { datasets: { count: 3, result: [{ id: 1 }] }, charts: { count: 1, result: [{ id: 1 }] } };
    const routes: Routes = {
      "GET /api/v1/database/7/related_objects/": { body: { ...used, dashboards: none, sqllab_tab_states: none } },
    };
    open("/databaseview/list/", { routes });
    await userEvent.click(await screen.findByRole("button", { name: "Actions for warehouse" }));
    await pickFromMenu("Delete");
    expect(await screen.findByText(/is used by 3 datasets and 1 chart\. Delete the datasets first/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Delete database" })).toBeNull();
  });

  test("a database without datasets is deleted after typing DELETE", async () => {
    const { requests } = open("/databaseview/list/", {
      routes: { "DELETE /api/v1/database/7": { body: { message: "OK" } } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Actions for warehouse" }));
    await pickFromMenu("Delete");
    await userEvent.type(await screen.findByLabelText("Type DELETE to confirm"), "delete");
    await userEvent.click(screen.getByRole("button", { name: "Delete database" }));
    await waitFor(() => expect(requests.some((each) => each.method === "DELETE")).toBe(true));
  });
});

describe("connecting a database", () => {
  async function choose(engine: RegExp) {
    await userEvent.click(await screen.findByRole("button", { name: engine }));
    await screen.findByLabelText("Display name *");
  }

  test("requires the engine's fields, tests the connection and continues with its tables", async () => {
    const routes: Routes = { "POST /api/v1/database/": { status: 201, body: { id: 9, result: {} } } };
    const { requests } = open("/databaseview/list/?connect=1", { routes });
    await choose(/PostgreSQL/);
    await userEvent.click(screen.getByRole("button", { name: "Connect" }));
    expect(await screen.findAllByText("This is a required field")).toHaveLength(2);
    expect(bodyOf(requests, "POST")).toBeUndefined();
    await userEvent.type(screen.getByLabelText("Host *"), "db.example");
    await userEvent.type(screen.getByLabelText("Database name *"), "sales");
    await userEvent.type(screen.getByLabelText("Additional parameters"), "application_name=t&a=1");
    await userEvent.click(screen.getByLabelText("Use an encrypted connection to the database"));
    await userEvent.click(screen.getByRole("button", { name: "Connect" }));
    expect(await screen.findByRole("dialog", { name: "PostgreSQL is connected. Choose tables" })).toBeTruthy();
    const written = requests.filter(({ method, path }) => method === "POST" && /test_steps|database\/$/.test(path));
    expect(written.map(({ path }) => path)).toEqual(["/api/v1/database/test_steps/", "/api/v1/database/"]);
    expect(bodyOf(requests, "POST")).toEqual({
      configuration_method: "dynamic_form",
      engine: "postgresql",
      database_name: "PostgreSQL",
      expose_in_sqllab: true,
      parameters: {
        host: "db.example",
        port: 5432,
        database: "sales",
        query: { application_name: "t", a: "1" },
        encryption: true,
      },
    });
  });

  test("a missing driver is announced with its download or install instructions", async () => {
    const warehouse = { engine: "snowflake", name: "Snowflake", preferred: false, parameters: FILE_FORM };
    const tested = Promise.withResolvers<Answer>();
    const offering = (download: object): Routes => ({
      "GET /api/v1/database/available/": {
        body: { databases: [{ ...warehouse, sqlalchemy_uri_placeholder: "snowflake://", driver_download: download }] },
      },
      "POST /api/v1/database/test_steps/": () => tested.promise,
    });
    open("/databaseview/list/?connect=1", { routes: offering({ megabytes: 15, allowed: true }) });
    await choose(/Snowflake/);
    expect(screen.getByText("The first connection downloads the Snowflake driver (15 MB).")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("File *"), "sales");
    await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
    expect(screen.getByText("Downloading the Snowflake driver (15 MB) and connecting…")).toBeTruthy();
    tested.resolve({ body: { result: PASSED } });
    expect(await screen.findByText("Connection looks good!")).toBeTruthy();
    expect(screen.queryByText(/driver/)).toBeNull();
    cleanup();
    queryClient.clear();
    open("/databaseview/list/?connect=1", { routes: offering({ megabytes: 15, allowed: false }) });
    await choose(/Snowflake/);
    expect(screen.getByText("tessera drivers install snowflake")).toBeTruthy();
  });

  test("an SSH tunnel uses a password or a private key; files have none", async () => {
    const wrong = { ssh_tunnel: { username: ["No such user."] } };
    const routes: Routes = { "POST /api/v1/database/": { status: 422, body: { message: wrong } } };
    const { requests } = open("/databaseview/list/?connect=1", { routes });
    await choose(/DuckDB/);
    expect(screen.queryByLabelText("SSH tunnel")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "All engines" }));
    await choose(/PostgreSQL/);
    await userEvent.type(screen.getByLabelText("Host *"), "db.internal");
    await userEvent.type(screen.getByLabelText("Database name *"), "sales");
    await userEvent.click(screen.getByRole("switch", { name: "SSH tunnel" }));
    const tunnel = within(screen.getByRole("region", { name: "SSH tunnel" }));
    await userEvent.click(screen.getByRole("button", { name: "Connect" }));
    expect(await tunnel.findAllByText("This is a required field")).toHaveLength(3);
    await userEvent.type(tunnel.getByLabelText("SSH host *"), "jump.example.com");
    await userEvent.type(tunnel.getByLabelText("SSH username *"), "jumper");
    await userEvent.type(tunnel.getByLabelText("SSH password *"), "left behind");
    await userEvent.click(tunnel.getByRole("radio", { name: "Private key" }));
    await userEvent.type(tunnel.getByLabelText("Private key *"), "KEY");
    await userEvent.click(screen.getByRole("button", { name: "Connect" }));
    expect(await tunnel.findByText("No such user.")).toBeTruthy();
    const sent = { server_address: "jump.example.com", server_port: 22, username: "jumper", private_key: "KEY" };
    expect(bodyOf(requests, "POST")).toMatchObject({ ssh_tunnel: sent });
    expect(JSON.stringify(requests.at(-1))).not.toContain("left behind");
  });

  test("server validation shows problems at their field on blur", async () => {
    const error_type = "CONNECTION_INVALID_HOSTNAME_ERROR";
    const errors = [{ message: "No such host.", error_type, level: "error", extra: { invalid: ["host"] } }];
    const routes: Routes = { "POST /api/v1/database/validate_parameters/": { status: 422, body: { errors } } };
    open("/databaseview/list/?connect=1", { routes });
    await choose(/PostgreSQL/);
    await userEvent.type(screen.getByLabelText("Host *"), "nowhere{Tab}");
    expect(await screen.findByText("No such host.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Host *"), "2");
    await waitFor(() => expect(screen.queryByText("No such host.")).toBeNull());
  });

  test("a duplicate name is reported", async () => {
    const nameTaken = { database_name: ["A database with the same name already exists."] };
    const routes: Routes = { "POST /api/v1/database/": { status: 422, body: { message: nameTaken } } };
    open("/databaseview/list/?connect=1", { routes });
    await choose(/DuckDB/);
    await userEvent.type(screen.getByLabelText("File *"), "a.duckdb");
    await userEvent.click(screen.getByRole("button", { name: "Connect" }));
    expect(await screen.findByText("A database with the same name already exists.")).toBeTruthy();
  });

  test("a connection that can't be tested is reported", async () => {
    const refused = { status: 422, body: { message: "Could not load database driver for: nothing" } };
    open("/databaseview/list/?connect=1", { routes: { "POST /api/v1/database/test_steps/": refused } });
    await choose(/PostgreSQL/);
    await userEvent.click(screen.getByRole("radio", { name: "Connection string" }));
    await userEvent.type(screen.getByLabelText("Connection string *"), "postgresql://ann:pw@db/sales");
    await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
    expect(await screen.findByText("ERROR: Could not load database driver for: nothing")).toBeTruthy();
  });

  test("a connection string is trimmed and tested without saving", async () => {
    const { requests } = open("/databaseview/list/?connect=1");
    await choose(/PostgreSQL/);
    await userEvent.click(screen.getByRole("radio", { name: "Connection string" }));
    await userEvent.type(screen.getByLabelText("Connection string *"), " postgresql://ann:pw@db/sales ");
    await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
    expect(await screen.findByText("Connection looks good!")).toBeTruthy();
    const tested = requests.find((each) => each.path.endsWith("/test_steps/"));
    expect(tested?.body).toMatchObject({ sqlalchemy_uri: "postgresql://ann:pw@db/sales" });
    expect(bodyOf(requests, "POST")).toBeUndefined();
  });
});

describe("editing a database", () => {
  const routes: Routes = { "PUT /api/v1/database/7": { body: { id: 7, result: {} } } };

  test("sends only changes and keeps unknown settings", async () => {
    const { requests } = open("/databaseview/list/?edit=7", { routes });
    await userEvent.click(await screen.findByRole("tab", { name: "Security" }));
    await userEvent.click(screen.getByLabelText("Allow file uploads"));
    const schemas = screen.getByLabelText("Schemas for uploads");
    await userEvent.type(schemas, ", staging");
    await userEvent.click(screen.getByRole("button", { name: "Save database" }));
    await waitFor(() => expect(bodyOf(requests, "PUT")).toBeDefined());
    const { extra, ...rest } = bodyOf(requests, "PUT") as { extra: string };
    expect(rest).toEqual({ allow_file_upload: true });
    expect(JSON.parse(extra)).toEqual({
      kept: [1],
      schemas_allowed_for_file_upload: ["raw", "staging"],
      allows_virtual_table_explore: true,
    });
  });

  test("another user's changes are shown and overwritten only after confirmation", async () => {
    const [read, otherSave] = ["2024-11-14T09:00:00", "2024-11-14T09:05:00"];
    const changedItems = [{ keyPath: "allow_file_upload", oldValue: false, newValue: true }];
    const stale = { updatedAt: `${otherSave}+0000`, updatedBy: "Grace Hopper", state: otherSave, changedItems };
    const error = { message: "Please confirm the overwrite values.", error_type: "GENERIC_COMMAND_ERROR" };
    const { requests } = open("/databaseview/list/?edit=7", {
      routes: {
        "GET /api/v1/database/7/connection": { body: { id: 7, result: STORED }, headers: { etag: `"${read}"` } },
        "PUT /api/v1/database/7": ({ headers }) =>
          headers.get("if-match") === `"${otherSave}"`
            ? { body: { id: 7, result: {} } }
            : {
                status: 412,
                body: { errors: [{ ...error, level: "warning", extra: { overwriteConfirmMetadata: stale } }] },
              },
      },
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Security" }));
    await userEvent.click(screen.getByLabelText("Allow file uploads"));
    await userEvent.click(screen.getByRole("button", { name: "Save database" }));
    const question = (await screen.findByText("Overwrite this database?")).closest<HTMLElement>('[role="dialog"]');
    if (!question) throw new Error("no dialog");
    expect(question.textContent).toContain("Grace Hopper saved this database");
    expect(within(question).getByText("Allow file upload")).toBeTruthy();
    await userEvent.click(within(question).getByRole("button", { name: "Overwrite" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const bases = requests.filter(({ method }) => method === "PUT").map(({ headers }) => headers.get("if-match"));
    expect(bases).toEqual([`"${read}"`, `"${otherSave}"`]);
  });

  test("a stored password is sent back masked", async () => {
    const { requests } = open("/databaseview/list/?edit=7", { routes });
    const host = await screen.findByLabelText("Host *");
    await userEvent.clear(host);
    await userEvent.type(host, "db2");
    await userEvent.click(screen.getByRole("button", { name: "Save database" }));
    await waitFor(() => expect(bodyOf(requests, "PUT")).toBeDefined());
    expect(bodyOf(requests, "PUT")).toEqual({
      configuration_method: "dynamic_form",
      engine: "postgresql",
      parameters: { ...STORED.parameters, host: "db2" },
    });
  });

  test("a stored tunnel is shown masked, and can be changed and removed", async () => {
    const ssh_tunnel = { server_address: "jump", server_port: 2222, username: "jumper", private_key: "XXXXXXXXXX" };
    const stored = { "GET /api/v1/database/7/connection": { body: { id: 7, result: { ...STORED, ssh_tunnel } } } };
    const { requests } = open("/databaseview/list/?edit=7", { routes: { ...routes, ...stored } });
    expect(await screen.findByLabelText("Private key *")).toHaveProperty("value", "XXXXXXXXXX");
    await userEvent.type(screen.getByLabelText("SSH username *"), "2");
    await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
    await screen.findByText("Connection looks good!");
    const tested = requests.find((each) => each.path.endsWith("/test_steps/"));
    expect(tested?.body).toMatchObject({ ssh_tunnel: { ...ssh_tunnel, username: "jumper2" } });
    await userEvent.click(screen.getByRole("switch", { name: "SSH tunnel" }));
    await userEvent.click(screen.getByRole("button", { name: "Save database" }));
    await waitFor(() => expect(bodyOf(requests, "PUT")).toBeDefined());
    expect(bodyOf(requests, "PUT")).toMatchObject({ ssh_tunnel: null });
  });

  test("the connection is tested under its stored name, so that stored secrets apply", async () => {
    const { requests } = open("/databaseview/list/?edit=7", { routes });
    await userEvent.type(await screen.findByLabelText("Display name *"), " of the north");
    await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
    expect(await screen.findByText("Connection looks good!")).toBeTruthy();
    const tested = requests.find((each) => each.path.endsWith("/test_steps/"));
    expect(tested?.body).toMatchObject({ database_name: STORED.database_name, parameters: STORED.parameters });
  });

  test.each([
    ["Other", "Engine parameters"],
    ["Security", "Additional credentials"],
  ])("invalid JSON is reported at its field and not saved: %s, %s", async (tab, field) => {
    open("/databaseview/list/?edit=7", { routes });
    await userEvent.click(await screen.findByRole("tab", { name: tab }));
    await userEvent.type(screen.getByLabelText(field), "[[1");
    expect(await screen.findByText("Not valid JSON")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save database" })).toHaveProperty("disabled", true);
  });

  test("an unsaved certificate is used for the connection test", async () => {
    const { requests } = open("/databaseview/list/?edit=7", { routes });
    await userEvent.click(await screen.findByRole("tab", { name: "Security" }));
    await userEvent.type(screen.getByLabelText("Root certificate"), "PEM");
    await userEvent.click(screen.getByRole("tab", { name: "Connection" }));
    await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
    await waitFor(() => expect(requests.some((each) => each.path.endsWith("/test_steps/"))).toBe(true));
    const tested = requests.find((each) => each.path.endsWith("/test_steps/"));
    expect(tested?.body).toMatchObject({ database_name: "warehouse", server_cert: "PEM" });
  });

  test("an externally managed database is read-only", async () => {
    const locked = { id: 7, result: { ...STORED, is_managed_externally: true } };
    open("/databaseview/list/?edit=7", { routes: { "GET /api/v1/database/7/connection": { body: locked } } });
    expect(await screen.findByText("This database is edited in files and can't be edited here.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save database" })).toHaveProperty("disabled", true);
  });
});
