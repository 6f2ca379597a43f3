import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import type { NativeFilter } from "../../model/native-filter.ts";
import { valuesQuery } from "../../model/native-filter-query.ts";
import { issueGuestToken } from "../../server/auth/guest-tokens.ts";
import { casesOf, isSampled } from "../../testing/full-size.ts";
import { RightsModel } from "../../testing/rights-model.ts";
import {
  buildWorld,
  NUMBERS,
  randomOf,
  type World,
  type WorldDataset,
  type WorldUser,
} from "../../testing/rights-world.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

const SEED = Number(process.env.TESSERA_TEST_SEED ?? 20_261_123);
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let world: World;
let model: RightsModel;
const users: { person: WorldUser; client: TestClient; is: (...roles: string[]) => boolean }[] = [];
let answers = 0;
const wrong: string[] = [];

function compare(what: string, found: unknown, expected: unknown): void {
  answers++;
  if (JSON.stringify(found) !== JSON.stringify(expected))
    wrong.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

beforeAll(async () => {
  // Not a browser: screenshots are offered but none is taken here.
  server = await startTestServer({ config: { browser: process.execPath } });
  world = await buildWorld(server, SEED);
  model = new RightsModel(world);
  for (const person of world.users.filter((_, at) => isSampled(at, 3))) {
    const is = (...roles: string[]) => person.roles.some((role) => roles.includes(role.name));
    users.push({ person, client: await server.as(person.name), is });
  }
});
afterAll(() => server.stop());

const virtual = () => world.datasets.filter((one) => one.isVirtual);
const rowsIf = (isOpen: boolean, person: WorldUser, { id }: WorldDataset) =>
  isOpen ? model.numbersLeft(person, id) : 403;

test("samples, drill details on dashboards and column values match the model", async () => {
  const random = randomOf(SEED + 1);
  for (const { person, client, is } of users) {
    const pair = is("Admin", "Alpha");
    for (let i = 0; i < 3; i++) {
      const dataset = random.pick(virtual());
      const path = `/datasource/samples?datasource_type=table&datasource_id=${dataset.id}`;
      const reads = model.readsDataset(person, dataset);
      const samples = await client.post<Json>(path);
      const reported = samples.status === 200 ? samples.body.result.total_count : samples.status;
      compare(`${person.name} asks for samples of ${dataset.id}`, reported, rowsIf(pair && reads, person, dataset));
      const board = random.pick(world.dashboards);
      const shown = model.showsToOthers(board, dataset.id);
      const through = shown && board.roles.length > 0 && model.opens(person, board);
      const details = await client.post<Json>(`${path}&dashboard_id=${board.id}`, {});
      const count = details.status === 200 ? details.body.result.total_count : details.status;
      compare(
        `${person.name} drills into ${dataset.id} through ${board.id}`,
        count,
        rowsIf(pair && (reads || through), person, dataset),
      );
      const values = await client.get<Json>(`/api/v1/datasource/table/${dataset.id}/column/n/values/`);
      const found = values.status === 200 ? values.body.result.length : values.status;
      compare(`${person.name} asks for values of ${dataset.id}`, found, rowsIf(pair && reads, person, dataset));
    }
  }
});

test("SQL Lab matches the model", async () => {
  const random = randomOf(SEED + 2);
  const tables = world.datasets.filter((one) => !one.isVirtual);
  for (const { person, client, is } of users) {
    for (const { id, name } of world.databases) {
      const sql = "SELECT n FROM main.numbers";
      const { status, body } = await client.post<Json>("/api/v1/sqllab/execute/", { database_id: id, sql });
      const isOpen = is("Admin", "sql_lab") && model.readsPlace(person, id, null, "main");
      compare(
        `${person.name} asks ${name}: ${sql}`,
        status === 200 ? body.data.length : "refused",
        isOpen ? NUMBERS : "refused",
      );
      expect(status === 200 || (status >= 400 && "errors" in body) || status === 403).toBe(true);
    }
    const { databaseId, schema, name } = random.pick(tables);
    const sql = `SELECT * FROM ${schema}.${name}`;
    const { body } = await client.post<Json>("/api/v1/sqllab/execute/", { database_id: databaseId, sql });
    const known = tables.filter((one) => one.databaseId === databaseId && one.schema === schema && one.name === name);
    const reads =
      model.readsPlace(person, databaseId, null, schema) || known.some((one) => model.readsDataset(person, one));
    // Only users who could read the table are told that it doesn't exist.
    const isMissing = body.errors?.[0].error_type === "TABLE_DOES_NOT_EXIST_ERROR";
    compare(`${person.name} asks ${databaseId}: ${sql}`, isMissing, is("Admin", "sql_lab") && reads);
  }
});

test("thumbnails, exports and permalinks match the model", async () => {
  const random = randomOf(SEED + 3);
  for (const { person, client, is } of users) {
    const can = (permission: string, view: string) => model.holds(person, permission, view);
    const get = async (path: string, expected: number) =>
      compare(`${person.name} gets ${path}`, (await client.get(path)).status, expected);
    for (let i = 0; i < 2; i++) {
      const [chart, board] = [random.pick(world.charts), random.pick(world.dashboards)];
      const [dataset, database] = [random.pick(world.datasets), random.pick(world.databases)];
      const [sees, opens] = [model.seesChart(person, chart), model.opens(person, board)];
      const reads = model.readsDataset(person, dataset);
      await get(`/api/v1/chart/${chart.id}/thumbnail/x/`, !can("can_read", "Chart") ? 403 : sees ? 302 : 404);
      await get(`/api/v1/dashboard/${board.id}/thumbnail/x/`, can("can_read", "Dashboard") && opens ? 302 : 403);
      const exports = can("can_export", "Dashboard") && model.exportsBoard(person, board);
      await get(`/api/v1/dashboard/export/?q=!(${board.id})`, exports ? 200 : 403);
      await get(`/api/v1/dataset/export/?q=!(${dataset.id})`, can("can_export", "Dataset") && reads ? 200 : 403);
      await get(`/api/v1/database/export/?q=!(${database.id})`, is("Admin") ? 200 : 403);
      await get(`/api/v1/dashboard/${board.id}/datasets`, can("can_read", "Dashboard") && opens ? 200 : 403);
      const formData = { datasource: `${dataset.id}__table`, viz_type: "table" };
      const link = await client.post<Json>("/api/v1/explore/permalink", { formData });
      const isMade = is("Admin", "Alpha", "Gamma") && reads;
      compare(`${person.name} links to ${dataset.id}`, link.status, isMade ? 201 : 403);
    }
  }
});

test("embedded dashboards and their filters match the model", async () => {
  const random = randomOf(SEED + 4);
  const role = world.roles.filter((one) => one.name === "Public");
  const guest: WorldUser = { id: 0, name: "guest", roles: role };
  for (let n = 0; n < casesOf(15, 40); n++) {
    const named = random.some(world.dashboards, 3);
    const resources = named.map(({ id }) => ({ type: "dashboard", id }));
    const cut = random.chance(0.5) ? [{ clause: "n >= 20" }] : [];
    const headers = { "x-guesttoken": await issueGuestToken(server.app, { user: {}, resources, rls_rules: cut }) };
    const board = random.pick(random.chance(0.7) && named.length > 0 ? named : world.dashboards);
    const isOpen = board.isEmbedded && named.includes(board);
    for (const part of ["", "/charts", "/datasets"]) {
      const { status } = await server.anonymous.get(`/api/v1/dashboard/${board.id}${part}`, headers);
      compare(`guest ${n} gets ${board.id}${part}`, status, isOpen ? 200 : 403);
    }
    const own = random.pick([...board.filters, { id: "none", datasetId: virtual()[0]?.id ?? 0 }]);
    const dataset = model.datasetOf(own.datasetId);
    if (!dataset?.isVirtual) continue;
    const targets = [{ datasetId: own.datasetId, column: { name: "n" } }];
    const filter = { id: own.id, type: "NATIVE_FILTER", name: "f", filterType: "filter_select", targets };
    const metadata = parseDashboardMetadata(JSON.stringify({ native_filter_configuration: [filter] }));
    const query = valuesQuery({ filter: metadata.native_filter_configuration[0] as NativeFilter, inherited: {} });
    const form_data = { type: "NATIVE_FILTER", native_filter_id: own.id, dashboardId: board.id };
    const { status, body } = await server.anonymous.post<Json>("/api/v1/chart/data", { ...query, form_data }, headers);
    const found = status === 200 ? body.result[0].rowcount : status;
    // What the filter shows is also limited by what the dashboard's authors may read.
    const authors = model.authorsOf(board);
    const applied = world.rules.filter((rule) =>
      [guest, ...authors].some((one) => model.ruleApplies(one, rule, dataset.id)),
    );
    const removed = new Set(applied.map((rule) => rule.removes));
    const rows = Array.from({ length: NUMBERS }, (_, i) => i).filter(
      (i) => !removed.has(i) && (cut.length === 0 || i >= 20),
    );
    const isShown = isOpen && own.id !== "none" && model.canAllRead(authors, dataset.id);
    compare(`guest ${n} asks for values of ${own.id} on ${board.id}`, found, isShown ? rows.length : 403);
  }
});

test("drill by, files of rows, and annotations from other charts match the model", async () => {
  const random = randomOf(SEED + 5);
  const sources = world.charts.filter(({ datasetId }) => model.datasetOf(datasetId)?.isVirtual);
  for (const { id, datasetId } of sources) {
    const saved = { datasource: { id: datasetId, type: "table" }, queries: [{ columns: ["n"], metrics: [] }] };
    await server.app.db
      .updateTable("charts")
      .set({ query_context: JSON.stringify(saved) })
      .where("id", "=", id)
      .execute();
  }
  server.app.events.changed("chart");
  for (const { person, client, is } of users) {
    for (let i = 0; i < 2; i++) {
      const [dataset, board, source] = [random.pick(virtual()), random.pick(world.dashboards), random.pick(sources)];
      const reads = model.readsDataset(person, dataset);
      const shown = model.showsToOthers(board, dataset.id);
      const through = shown && board.roles.length > 0 && model.opens(person, board);
      const drill = await client.get(`/api/v1/dataset/${dataset.id}/drill_info/?q=(dashboard_id:${board.id})`);
      const drills = is("Admin", "Alpha", "Gamma") && (reads || through);
      compare(`${person.name} drills ${dataset.id} by columns on ${board.id}`, drill.status, drills ? 200 : 403);

      const queries = [{ columns: ["n"], metrics: [], row_limit: 1000 }];
      const context = { datasource: { id: dataset.id, type: "table" }, queries };
      const file = await client.post<string>("/api/v1/chart/data", { ...context, result_format: "csv" });
      const lines = file.status === 200 ? file.body.trim().split("\n").length - 1 : file.status;
      const downloads = model.holds(person, "can_read", "Chart") && is("Admin", "Alpha", "Gamma", "sql_lab");
      compare(`${person.name} downloads ${dataset.id}`, lines, rowsIf(downloads && reads, person, dataset));

      const layer = { name: "a", value: source.id, annotationType: "EVENT", sourceType: "table", show: true };
      const logged = await client.post<Json>("/api/v1/chart/data", {
        ...context,
        queries: queries.map((query) => ({ ...query, annotation_layers: [layer] })),
      });
      const under = model.datasetOf(source.datasetId) as WorldDataset;
      const seesSource = model.seesChart(person, source);
      const reported = logged.status === 200 ? logged.body.result[0].annotation_data.a.records.length : logged.status;
      const isReadable = model.holds(person, "can_read", "Chart") && reads;
      const records = model.readsDataset(person, under) ? model.numbersLeft(person, under.id) : 0;
      compare(
        `${person.name} notes ${source.id} on ${dataset.id}`,
        reported,
        isReadable ? (seesSource ? records : 400) : 403,
      );
    }
  }
});

test("versions and the trash match the model", async () => {
  const random = randomOf(SEED + 6);
  const nouns = [
    ["chart", "Chart", world.charts, model.seesChart, 404],
    ["dashboard", "Dashboard", world.dashboards, model.opens, 403],
    ["dataset", "Dataset", world.datasets, model.readsDataset, 404],
  ] as const;
  for (const { person, client } of users)
    for (const [noun, view, things, seenBy, hidden] of nouns) {
      const thing = random.pick<{ id: number; owners: number[] }>(things);
      const isOpen = seenBy(person, thing as never);
      const expected = !model.holds(person, "can_write", view) ? 403 : isOpen ? 0 : hidden;
      const { status, body } = await client.get<Json>(`/api/v1/${noun}/${thing.id}/versions/`);
      compare(
        `${person.name} asks for versions of ${noun} ${thing.id}`,
        status === 200 ? body.count : status,
        expected === 0 && !model.owns(person, thing) ? 403 : expected,
      );
    }
  const admin = await server.as("admin");
  const missing: { noun: string; view: string; id: number; owners: number[] }[] = [];
  for (const [noun, view, things] of nouns.slice(0, 2))
    for (const { id, owners } of [...things].slice(0, 12))
      if ((await admin.delete(`/api/v1/${noun}/${id}`)).status === 200) missing.push({ noun, view, id, owners });
  const trashed = (await admin.get<Json>("/api/v1/trash/?q=(page_size:100)")).body.result as Json[];
  expect(trashed).toHaveLength(missing.length);
  for (const { person, client } of users) {
    const visible = (one: (typeof missing)[number]) =>
      model.isAdmin(person) || (model.holds(person, "can_write", one.view) && one.owners.includes(person.id));
    const { body } = await client.get<Json>("/api/v1/trash/?q=(page_size:100)");
    const names = (all: { noun: string; id: number }[]) => all.map(({ noun, id }) => `${noun} ${id}`).sort();
    const listed = body.result.map((one: Json) => ({ noun: one.type, id: one.object_id }));
    compare(`${person.name} looks into the trash`, names(listed), names(missing.filter(visible)));
    const one = random.pick(missing);
    const { id } = trashed.find((row) => row.type === one.noun && row.object_id === one.id);
    if (visible(one)) continue;
    const [back, away] = [await client.post(`/api/v1/trash/${id}/restore`), await client.delete(`/api/v1/trash/${id}`)];
    const refused = one.owners.includes(person.id) ? 403 : 404;
    compare(
      `${person.name} takes ${one.noun} ${one.id} out of the trash`,
      [back.status, away.status],
      [refused, refused],
    );
  }
  expect((await admin.get<Json>("/api/v1/trash/")).body.count).toBe(missing.length);
});

test("many answers were compared, and all match the model", () => {
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(wrong.length).toBe(0);
  expect(answers).toBeGreaterThanOrEqual(casesOf(300, 1250));
});
