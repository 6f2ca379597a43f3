import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";
import { createClient, type TestClient } from "../../testing/server.ts";
import { addSqlite, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const SECRETS = {
  database: "pw-of-the-database-1",
  other: "pw-of-the-database-2",
  user: "pw-of-the-user-1",
  changed: "pw-of-the-user-2",
  tried: "pw-that-was-tried",
  key: "{not shown}",
  token: "{not shown}",
  link: "{not shown}",
};

let desk: ReportDesk;
let admin: TestClient;
let alpha: TestClient;
let lines: string;

beforeAll(async () => {
  lines = join(tmpdir(), `audit-day-${process.pid}.jsonl`);
  writeFileSync(lines, "");
  desk = await openReportDesk({ config: { auditLog: lines } });
  admin = await desk.server.as("admin");
  alpha = desk.owner;
});
afterAll(async () => {
  await desk.stop();
  rmSync(lines);
});

let last = 0;

/** The entries since the last call, in words, oldest first. */
async function entries(): Promise<string[]> {
  const q = "(page_size:100,order_column:dttm,order_direction:asc,filters:!((col:result,opr:neq,value:!n)))";
  const { body } = await admin.get<Json>(`/api/v1/log/?q=${encodeURIComponent(q)}`);
  const rows = body.result
    .map((row: Json, i: number) => ({ ...row, id: body.ids[i] }))
    .filter((row: Json) => row.id > last);
  last = Math.max(last, ...body.ids);
  return rows.sort((a: Json, b: Json) => a.id - b.id).map(inWords);
}

function inWords(row: Json): string {
  const details = JSON.parse(row.details ?? "{}");
  const fields = details.fields ? ` (${details.fields.join(", ")})` : "";
  const old = details.old_name ? ` from ${details.old_name}` : "";
  const object = [row.object_kind, row.object_name].filter(Boolean).join(" ");
  const result = row.result === "ok" ? "" : ` - ${row.result} ${row.status ?? ""}`.trimEnd();
  return `${row.username ?? "nobody"}: ${row.verb} ${object}${old}${fields}${result} [${row.action}]`.replace(
    "  ",
    " ",
  );
}

async function day(title: string, work: () => Promise<unknown>, expected: string[]): Promise<void> {
  await work();
  const found = await entries();
  expect(found, title).toEqual(expected);
}

test("sign-in, failure and sign-out are recorded, with the name that was tried", async () => {
  await entries();
  const json = { "content-type": "application/json" };
  const login = (username: string, password: string) =>
    desk.server.anonymous.post<Json>("/api/v1/security/login", { username, password, provider: "db", refresh: true });
  await day("Signing in and out", async () => {
    await admin.post("/api/v1/security/users/", {
      ...{ username: "mia", first_name: "Mia", last_name: "Moss", email: "mia@example.org", active: true },
      ...{ password: SECRETS.user, roles: [await roleId("Gamma")] },
    });
    const { body } = await login("mia", SECRETS.user);
    SECRETS.token = body.access_token;
    await login("mia", SECRETS.tried);
    await login(`${"x".repeat(400)}`, SECRETS.tried);
    const signedIn = await desk.server.anonymous.fetch("/login/", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ username: "mia", password: SECRETS.user }),
    });
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    await desk.server.anonymous.fetch("/login/", {
      method: "POST",
      body: new URLSearchParams({ username: "mia", password: SECRETS.tried }),
    });
    await createClient(desk.server.url, cookie, "").fetch("/logout/");
  }, [
    "admin: create user mia [SupersetUserApi.post]",
    "mia: sign_in [SecurityApi.login]",
    "mia: sign_in - refused 401 [SecurityApi.login]",
    `${"x".repeat(250)}…: sign_in - refused 401 [SecurityApi.login]`,
    "mia: sign_in [AuthDBView.login]",
    "mia: sign_in - refused 302 [AuthDBView.login]",
    "mia: sign_out [AuthDBView.logout]",
  ]);
});

const roleId = async (name: string) =>
  (await desk.server.app.db.selectFrom("roles").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;

test("charts and dashboards: create, change, rename, refuse, delete, restore, share and export", async () => {
  const stranger = await desk.server.as("gamma");
  let chart: number;
  let dashboard: number;
  await day("Charts and dashboards", async () => {
    const source = { datasource_id: desk.samples.carsId, datasource_type: "table", viz_type: "table" };
    chart = (await alpha.post<Json>("/api/v1/chart/", { slice_name: "Sales", ...source, params: "{}" })).body.id;
    await alpha.put(`/api/v1/chart/${chart}`, { slice_name: "Sales by region", description: "All" });
    const owners = [await desk.server.userId("alpha"), await desk.server.userId("admin")];
    await alpha.put(`/api/v1/chart/${chart}`, { slice_name: "Sales by region", owners });
    await stranger.delete(`/api/v1/chart/${chart}`);
    await stranger.post("/api/v1/chart/", { slice_name: 7 });
    dashboard = (await alpha.post<Json>("/api/v1/dashboard/", { dashboard_title: "Board", slug: "board" })).body.id;
    await alpha.put(`/api/v1/dashboard/${dashboard}/colors`, { color_namespace: "x" });
    await alpha.put(`/api/v1/dashboard/${dashboard}/colors`, { color_namespace: "x" });
    await alpha.put(`/api/v1/dashboard/${dashboard}/colors?mark_updated=false`, { color_namespace: "y" });
    await alpha.put(`/api/v1/dashboard/${dashboard}`, { published: true });
    await alpha.put(`/api/v1/dashboard/${dashboard}`, { published: true });
    await alpha.post(`/api/v1/dashboard/${dashboard}/favorites/`);
    await alpha.post(`/api/v1/dashboard/${dashboard}/permalink`, { dataMask: {} });
    const bundle = await (await alpha.fetch(`/api/v1/chart/export/?q=!(${chart})`)).blob();
    for (const query of ["?dry_run=true", ""]) {
      const form = new FormData();
      form.set("formData", bundle, "charts.zip");
      form.set("overwrite", "true");
      await admin.fetch(`/api/v1/chart/import/${query}`, { method: "POST", body: form });
    }
    await alpha.post(`/api/v1/chart/${chart}/versions/1/restore/`);
    await alpha.delete(`/api/v1/chart/?q=!(${chart},999999)`);
    await alpha.delete(`/api/v1/chart/?q=!(${chart})`);
    const trash = await alpha.get<Json>("/api/v1/trash/");
    await alpha.post(`/api/v1/trash/${trash.body.result[0].id}/restore/`);
    await alpha.post("/api/v1/tag/", { name: "Key", objects_to_tag: [["chart", chart]] });
    await alpha.post(`/api/v1/tag/3/${dashboard}/`, { properties: { tags: ["Main"] } });
  }, [
    "alpha: create chart Sales [ChartRestApi.post]",
    "alpha: change chart Sales by region from Sales (description, slice_name) [ChartRestApi.put]",
    "alpha: change chart Sales by region (owners) [ChartRestApi.put]",
    "gamma: delete chart Sales by region - failed 404 [ChartRestApi.delete]",
    "gamma: create chart - failed 400 [ChartRestApi.post]",
    "alpha: create dashboard Board [DashboardRestApi.post]",
    "alpha: change dashboard Board (json_metadata) [DashboardRestApi.put_colors]",
    "alpha: change dashboard Board (published) [DashboardRestApi.put]",
    "alpha: favorite dashboard Board [DashboardRestApi.add_favorite]",
    "alpha: share dashboard Board [DashboardPermalinkRestApi.post]",
    "alpha: export chart Sales by region [ChartRestApi.export]",
    "admin: import bundle charts.zip [ChartRestApi.import_]",
    "alpha: restore_version chart Sales from Sales by region (description, params, slice_name) [chart_version_restored]",
    "alpha: delete chart Sales - failed 404 [ChartRestApi.bulk_delete]",
    "alpha: delete chart - failed 404 [ChartRestApi.bulk_delete]",
    "alpha: delete chart Sales [ChartRestApi.bulk_delete]",
    "alpha: restore chart Sales [trash_restored]",
    "alpha: create tag Key [TagRestApi.post]",
    "alpha: change dashboard Board (tags) [TagRestApi.add_objects]",
  ]);
});

test("data: database, dataset, SQL, download, upload and connection", async () => {
  let id: number;
  await day("Data", async () => {
    const away = `postgresql://reader:${SECRETS.database}@db.example.org/shop`;
    await admin.post("/api/v1/database/", { database_name: "Away", sqlalchemy_uri: away });
    await addSqlite(desk.server.app, "facts");
    const base = { sqlalchemy_uri: "sqlite:///facts.db", allow_file_upload: true };
    const masked_encrypted_extra = JSON.stringify({ token: SECRETS.other });
    id = (await admin.post<Json>("/api/v1/database/", { database_name: "Shop", ...base })).body.id;
    await admin.put(`/api/v1/database/${id}`, { masked_encrypted_extra });
    await admin.put(`/api/v1/database/${id}`, { database_name: "Store", masked_encrypted_extra });
    await admin.get(`/api/v1/database/${id}/connection`);
    await admin.get(`/api/v1/database/${id}/table_preview/?name=facts`);
    const file = new FormData();
    const upload = { type: "csv", table_name: "towns", already_exists: "fail" };
    for (const [name, value] of Object.entries(upload)) file.set(name, value);
    file.set("file", new Blob(["town\nsecret_cell\n"]), "towns.csv");
    await admin.fetch(`/api/v1/database/${id}/upload/`, { method: "POST", body: file });
    await execute(alpha, desk.samples.databaseId, "SELECT 2", { schema: "main" });
    await execute(admin, desk.samples.databaseId, "SELECT 1 AS secret_cell", { schema: "main", client_id: "dayquery" });
    await admin.fetch("/api/v1/sqllab/export/dayquery/");
    const queries = [{ columns: ["Name"], row_limit: 2 }];
    const context = {
      datasource: { id: desk.samples.carsId, type: "table" },
      queries,
      result_format: "csv",
      result_type: "full",
    };
    await alpha.fetch("/api/v1/chart/data", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...context, form_data: { slice_id: desk.chart } }),
    });
    await alpha.post("/api/v1/chart/data", { ...context, result_format: "json" });
    await admin.put(`/api/v1/dataset/${desk.samples.carsId}`, { description: "Cars" });
    await admin.delete(`/api/v1/database/${id}`);
  }, [
    "admin: create database Away - failed 400 [DatabaseRestApi.post]",
    "admin: create database Shop [DatabaseRestApi.post]",
    "admin: change database Shop (encrypted_extra) [DatabaseRestApi.put]",
    "admin: change database Store from Shop (database_name) [DatabaseRestApi.put]",
    "admin: view_connection database Store [DatabaseRestApi.get_connection]",
    "admin: preview database Store [table_preview]",
    "admin: upload database Store [DatabaseRestApi.upload]",
    "alpha: run_sql database - refused 403 [SqlLabRestApi.execute_sql_query]",
    "admin: run_sql database samples [SqlLabRestApi.execute_sql_query]",
    "admin: download query [SqlLabRestApi.export_csv]",
    "alpha: download chart Heaviest [ChartDataRestApi.data]",
    "admin: change dataset cars (description) [DatasetRestApi.put]",
    "admin: delete database Store - failed 422 [DatabaseRestApi.delete]",
  ]);
});

test("access: users, roles, rules, keys, tokens, links, folders and comments", async () => {
  const mia = await desk.server.userId("mia");
  await day("Access", async () => {
    await admin.put(`/api/v1/security/users/${mia}`, { password: SECRETS.changed });
    await admin.put(`/api/v1/security/users/${mia}`, { roles: [await roleId("Alpha")] });
    const role = (await admin.post<Json>("/api/v1/security/roles/", { name: "Readers" })).body.id;
    await admin.put(`/api/v1/security/roles/${role}/users`, { user_ids: [mia] });
    const rule = {
      name: "Own region",
      filter_type: "Regular",
      clause: "Origin = 'USA'",
      tables: [desk.samples.carsId],
      roles: [role],
    };
    await admin.post("/api/v1/rowlevelsecurity/", rule);
    const key = await admin.post<Json>("/api/v1/security/api_keys/", { name: "nightly" });
    SECRETS.key = key.body.result.key;
    await admin.delete(`/api/v1/security/api_keys/${key.body.result.uuid}`);
    await admin.put("/api/v1/me/", { first_name: "Ada" });
    await admin.post(`/api/v1/dashboard/${desk.dashboard}/embedded`, { allowed_domains: [] });
    const resources = [{ type: "dashboard", id: String(desk.dashboard) }];
    await admin.post("/api/v1/security/guest_token/", { resources, rls: [], user: { username: "visitor" } });
    await admin.put("/api/v1/public_link/settings", { enabled: true, max_days: 30 });
    const ends_on = new Date(desk.now() + 86_400_000).toISOString();
    const link = await admin.post<Json>("/api/v1/public_link/", {
      dashboard_id: desk.dashboard,
      name: "For all",
      ends_on,
    });
    SECRETS.link = link.body.url.split("/")[2];
    await admin.delete(`/api/v1/public_link/${link.body.id}`);
    const folder = (await admin.post<Json>("/api/v1/folder/", { name: "Team" })).body.id;
    await admin.put(`/api/v1/folder/${folder}`, { name: "Crew" });
    await admin.post(`/api/v1/folder/${folder}/objects`, { objects: [{ type: "dashboard", id: desk.dashboard }] });
    await admin.post("/api/v1/comment/", { object_type: "dashboard", object_id: desk.dashboard, text: "Nice" });
  }, [
    "admin: change user mia (password) [SupersetUserApi.put]",
    "admin: change user mia (roles) [SupersetUserApi.put]",
    "admin: create role Readers [SupersetRoleApi.post]",
    "admin: change role Readers (users) [SupersetRoleApi.update_role_users]",
    "admin: create rule Own region [RLSRestApi.post]",
    "admin: create api_key nightly [ApiKeyApi.post]",
    "admin: delete api_key nightly [ApiKeyApi.delete]",
    "admin: change user admin (first_name) [CurrentUserRestApi.put]",
    "admin: create embedding Fleet (allowed_domains) [DashboardRestApi.set_embedded]",
    "admin: create guest_token [SecurityRestApi.guest_token]",
    "admin: change setting [public_link_settings_changed]",
    "admin: create public_link For all [public_link_created]",
    "admin: delete public_link For all [public_link_revoked]",
    "admin: create folder Team [folder.create]",
    "admin: change folder Crew from Team (name) [folder.update]",
    "admin: move folder Crew [folder.move]",
    "admin: create comment [comment_added]",
  ]);
});

test("reports are recorded when they are sent and when they fail", async () => {
  await day("Reports", async () => {
    const id = await desk.createReport({ name: "Weekly", active: false });
    await desk.requestRun(id);
    const failing = await desk.createReport({ name: "Broken", active: false });
    await desk.server.app.db
      .updateTable("reports")
      .set({ chart_id: null, dashboard_id: null })
      .where("id", "=", failing)
      .execute();
    await desk.requestRun(failing);
  }, [
    "alpha: create report Weekly [ReportScheduleRestApi.post]",
    "alpha: run report Weekly [ReportScheduleRestApi.run]",
    "nobody: send report Weekly [report_sent]",
    "alpha: create report Broken [ReportScheduleRestApi.post]",
    "alpha: run report Broken [ReportScheduleRestApi.run]",
    "nobody: send report Broken - failed [report_failed]",
  ]);
});

test("no entry and no line has a secret, a row or SQL; lines have what the store has", async () => {
  const rows = await desk.server.app.db.selectFrom("logs").selectAll().execute();
  const recorded = rows.filter((row) => row.result !== null);
  const stored = JSON.stringify(rows);
  const written = await vi.waitFor(() => {
    const text = readFileSync(lines, "utf8");
    expect(text.trimEnd().split("\n")).toHaveLength(recorded.length);
    return text;
  });
  for (const secret of [...Object.values(SECRETS), "secret_cell", "pontiac", "Origin = "]) {
    expect(stored, secret).not.toContain(secret);
    expect(written, secret).not.toContain(secret);
  }
  const parsed = written
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(parsed.find((line) => line.action === "ChartRestApi.put")).toMatchObject({
    ...{
      verb: "change",
      username: "alpha",
      object_kind: "chart",
      object_name: "Sales by region",
      result: "ok",
      status: 200,
    },
    ...{
      address: expect.stringMatching(/127\.0\.0\.1$/),
      request_id: expect.any(String),
      time: expect.stringMatching(/Z$/),
    },
    details: { fields: ["description", "slice_name"], old_name: "Sales" },
  });
});
