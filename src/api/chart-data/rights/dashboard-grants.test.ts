import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { QueryContext, QueryObject } from "../../../model/query-context.ts";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let admin: TestClient;
let author: TestClient;
let member: TestClient;
let data: SampleData;
let roles: Record<"members" | "cars" | "drillers" | "guides", number>;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  roles = {
    members: await makeRole("Members", ["can_read Chart", "can_read Dashboard", "can_csv Superset"]),
    cars: await makeRole("Cars", [`datasource_access [samples].[cars](id:${data.carsId})`]),
    drillers: await makeRole("Drillers", ["can_drill Dashboard"]),
    guides: await makeRole("Guides", ["can_drill Dashboard", "can_samples Datasource"]),
  };
  admin = await server.as("admin");
  author = await server.as("author", ["Gamma", "Members", "Cars"]);
  member = await server.as("member", ["Members"]);
});
afterAll(() => server.stop());

async function makeRole(name: string, pairs: readonly string[]): Promise<number> {
  const { db } = server.app;
  const { id } = await db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();
  for (const pair of pairs) {
    const [permission = "", ...view] = pair.split(" ");
    await db
      .insertInto("role_permissions")
      .values({ role_id: id, permission, view: view.join(" ") })
      .execute();
  }
  server.app.events.changed("role");
  return id;
}

async function setRoles(username: string, names: readonly string[]): Promise<void> {
  const list = (await admin.get<Json>("/api/v1/security/roles/?q=(page_size:100)")).body.result as Json[];
  const ids = names.map((name) => list.find((role) => role.name === name)?.id);
  expect((await admin.put(`/api/v1/security/users/${await server.userId(username)}`, { roles: ids })).status).toBe(200);
}

const FORM = {
  viz_type: "pie",
  metric: { expressionType: "SIMPLE", column: { column_name: "Horsepower" }, aggregate: "AVG", label: "power" },
  groupby: ["Cylinders"],
  row_limit: 100,
};
const filterOf = (datasetId: number, column = "Origin") => ({
  id: "NATIVE_FILTER-o",
  name: "Origin",
  filterType: "filter_select",
  targets: [{ datasetId, column: { name: column } }],
});
const positionsOf = (chartId: number) => ({
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-1"] },
  "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId } },
});

async function makeChart(by: TestClient, form: object = FORM): Promise<number> {
  const viz_type = "viz_type" in form ? form.viz_type : "pie";
  const chart = { slice_name: "Power", datasource_id: data.carsId, datasource_type: "table", viz_type };
  const { status, body } = await by.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(form) });
  expect([status, body]).toEqual([201, body]);
  return body.id;
}

async function makeBoard(by: TestClient, chartId: number, filters: object[] = [filterOf(data.carsId)]) {
  const json_metadata = JSON.stringify({ positions: positionsOf(chartId), native_filter_configuration: filters });
  const board = { dashboard_title: "Cars", published: true, roles: [roles.members], json_metadata };
  return by.post<Json>("/api/v1/dashboard/", board);
}

interface Place {
  dashboardId: number;
  chartId: number;
}
function context({ dashboardId, chartId }: Place, change: Partial<QueryObject> = {}, form: object = {}): QueryContext {
  const query = {
    columns: ["Cylinders"],
    metrics: [FORM.metric],
    filters: [],
    orderby: [[FORM.metric, false]],
    row_limit: 100,
    ...change,
  };
  return {
    datasource: { id: data.carsId, type: "table" },
    queries: [query as QueryObject],
    form_data: { ...FORM, slice_id: chartId, dashboardId, datasource: `${data.carsId}__table`, ...form },
  };
}
function optionsOf(dashboardId: number, column = "Origin", form: object = {}): QueryContext {
  const query = { columns: [column], metrics: [], filters: [], orderby: [[column, true]], row_limit: 1000, extras: {} };
  return {
    datasource: { id: data.carsId, type: "table" },
    queries: [query as unknown as QueryObject],
    form_data: { type: "NATIVE_FILTER", native_filter_id: "NATIVE_FILTER-o", dashboardId, ...form },
  };
}
const statusOf = async (client: TestClient, body: object) => (await client.post("/api/v1/chart/data", body)).status;

describe("the author's own permissions", () => {
  test("prevent saving a filter, control or dashboard on a dataset that its author can't read", async () => {
    const gamma = await server.as("mallory", ["Gamma", "Members"]);
    const json_metadata = (entries: object) => JSON.stringify(entries);
    const filters = { native_filter_configuration: [filterOf(data.carsId)] };
    const controls = { chart_customization_config: [{ ...filterOf(data.carsId), type: "CHART_CUSTOMIZATION" }] };
    const create = (metadata: object) =>
      gamma.post<Json>("/api/v1/dashboard/", {
        dashboard_title: "Mine",
        published: true,
        roles: [roles.members],
        json_metadata: json_metadata(metadata),
      });
    expect([(await create(filters)).status, (await create(controls)).status]).toEqual([403, 403]);
    const own = (await create({})).body.id;
    const path = `/api/v1/dashboard/${own}`;
    const refused = await gamma.put<Json>(path, { json_metadata: json_metadata(filters) });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You don\'t have access to the dataset used by filter "Origin".',
    ]);
    const modified = { deleted: [], reordered: [], modified: [filterOf(data.carsId)] };
    expect((await gamma.put(`${path}/filters`, modified)).status).toBe(403);
    const control = { ...filterOf(data.carsId), type: "CHART_CUSTOMIZATION" };
    expect((await gamma.put(`${path}/chart_customizations`, { ...modified, modified: [control] })).status).toBe(403);
    expect(
      (await gamma.post(`${path}/copy/`, { dashboard_title: "C", json_metadata: json_metadata(filters) })).status,
    ).toBe(403);
    const cars = filterOf(data.carsId);
    expect(
      (await create({ native_filter_configuration: [{ ...cars, targets: [{ datasetId: 99_999 }] }] })).status,
    ).toBe(201);
  });

  test("are checked when data is requested, not when it was saved", async () => {
    await setRoles("author", ["Gamma", "Members", "Cars"]);
    const chartId = await makeChart(author);
    const dashboardId = (await makeBoard(author, chartId)).body.id;
    const place = { dashboardId, chartId };
    const requested = async () => [
      await statusOf(member, context(place)),
      await statusOf(member, optionsOf(dashboardId)),
      (await member.get<Json>(`/api/v1/dashboard/${dashboardId}/datasets`)).body.result.length,
    ];
    expect(await requested()).toEqual([200, 200, 1]);
    await setRoles("author", ["Gamma", "Members"]);
    expect(await requested()).toEqual([403, 403, 0]);
    expect(await statusOf(author, context(place))).toBe(403);
    // The last editor lends no permissions to the author.
    expect((await admin.put(`/api/v1/dashboard/${dashboardId}`, { dashboard_title: "Better" })).status).toBe(200);
    expect(await requested()).toEqual([403, 403, 0]);
    await setRoles("author", ["Gamma", "Members", "Cars"]);
    expect(await requested()).toEqual([200, 200, 1]);
  });

  test("apply to a chart's author like to the dashboard's author", async () => {
    await setRoles("author", ["Gamma", "Members", "Cars"]);
    const chartId = await makeChart(author);
    const dashboardId = (await makeBoard(admin, chartId)).body.id;
    const place = { dashboardId, chartId };
    const owners = [await server.userId("author"), await server.userId("admin")];
    expect((await admin.put(`/api/v1/chart/${chartId}`, { owners })).status).toBe(200);
    expect(await statusOf(member, context(place))).toBe(200);
    await setRoles("author", ["Gamma", "Members"]);
    expect(await statusOf(member, context(place))).toBe(403);
    const params = JSON.stringify({ ...FORM, groupby: ["Name"] });
    expect((await author.put(`/api/v1/chart/${chartId}`, { params })).status).toBe(403);
    expect((await author.put(`/api/v1/chart/${chartId}`, { slice_name: "Renamed" })).status).toBe(200);
    await setRoles("author", ["Gamma", "Members", "Cars"]);
  });

  test("end with the account; the next user to save the dashboard replaces the author", async () => {
    const leaver = await server.as("leaver", ["Gamma", "Members", "Cars"]);
    const chartId = await makeChart(admin);
    const dashboardId = (await makeBoard(leaver, chartId)).body.id;
    const place = { dashboardId, chartId };
    expect(await statusOf(member, context(place))).toBe(200);
    expect((await admin.delete(`/api/v1/security/users/${await server.userId("leaver")}`)).status).toBe(200);
    expect(await statusOf(member, context(place))).toBe(403);
    expect((await admin.put(`/api/v1/dashboard/${dashboardId}`, { dashboard_title: "Kept" })).status).toBe(200);
    expect(await statusOf(member, context(place))).toBe(200);
  });

  test("include row-level security, which applies to everyone who sees the dashboard", async () => {
    await setRoles("author", ["Gamma", "Members", "Cars"]);
    const chartId = await makeChart(author, { ...FORM, metric: "count" });
    const dashboardId = (await makeBoard(author, chartId)).body.id;
    const cylinders = async () => {
      const { body } = await member.post<Json>(
        "/api/v1/chart/data",
        context({ dashboardId, chartId }, { metrics: ["count"], orderby: [["count", false]] }),
      );
      return body.result[0].data.map((row: Json) => row.Cylinders).sort();
    };
    const whole = await cylinders();
    expect(whole).toEqual([3, 4, 5, 6, 8]);
    const rule = { name: "Eight", filter_type: "Regular", tables: [data.carsId], clause: "Cylinders = 8" };
    const { id } = (await admin.post<Json>("/api/v1/rowlevelsecurity/", { ...rule, roles: [roles.cars] })).body;
    expect(await cylinders()).toEqual([8]);
    await admin.put(`/api/v1/rowlevelsecurity/${id}`, { group_key: "g" });
    const other = { ...rule, name: "Four", clause: "Cylinders = 4", roles: [roles.members], group_key: "g" };
    const second = (await admin.post<Json>("/api/v1/rowlevelsecurity/", other)).body.id;
    // The author has both roles and sees both; the member has one, and what the author sees of it.
    expect(await cylinders()).toEqual([4]);
    for (const one of [id, second]) await admin.delete(`/api/v1/rowlevelsecurity/${one}`);
    expect(await cylinders()).toEqual(whole);
    // Clauses read the author's user attributes.
    const personal = {
      ...rule,
      name: "Personal",
      clause: "'{{ current_username() }}' = 'member'",
      roles: [roles.cars],
    };
    const third = (await admin.post<Json>("/api/v1/rowlevelsecurity/", personal)).body.id;
    expect(await cylinders()).toEqual([]);
    await admin.delete(`/api/v1/rowlevelsecurity/${third}`);
  });

  test("limit the charts that a chart shows as layers", async () => {
    const hidden = await makeChart(admin);
    const parts = { viz_type: "deck_multi", deck_slices: [hidden], mapbox_style: "x" };
    await setRoles("author", ["Gamma", "Members", "Cars"]);
    const chartId = await makeChart(author, parts);
    await admin.put(`/api/v1/chart/${chartId}`, { viz_type: "deck_multi" });
    const dashboardId = (await makeBoard(author, chartId)).body.id;
    const path = `/api/v1/dashboard/${dashboardId}/charts/${chartId}/layers`;
    const layers = async () => (await member.get<Json>(path)).body.result?.map((one: Json) => one.id);
    expect(await layers()).toEqual([hidden]);
    await setRoles("author", ["Gamma", "Members"]);
    expect(await layers()).toEqual([]);
    await setRoles("author", ["Gamma", "Members", "Cars"]);
  });
});

describe("a member of the dashboard's role", () => {
  let place: Place;
  beforeAll(async () => {
    const chartId = await makeChart(admin);
    place = { chartId, dashboardId: (await makeBoard(admin, chartId)).body.id };
  });
  beforeEach(() => setRoles("member", ["Members"]));

  test("sees the saved chart without its SQL, and its rows as a file", async () => {
    const { status, body } = await member.post<Json>("/api/v1/chart/data", context(place));
    expect([status, body.result[0].rowcount, body.result[0].query]).toEqual([200, 5, undefined]);
    const file = await member.post<string>("/api/v1/chart/data", { ...context(place), result_format: "csv" });
    expect([file.status, file.body.split("\n")[0]?.trim()]).toEqual([200, "Cylinders,power"]);
    const { result } = (await member.get<Json>(`/api/v1/dashboard/${place.dashboardId}/datasets`)).body;
    expect(result[0].columns.length).toBeGreaterThan(5);
    for (const name of ["sql", "select_star", "database", "owners"]) expect(result[0]).not.toHaveProperty(name);
  });

  test("can filter with the dashboard's filters and by clicking on its charts", async () => {
    const filters = [{ col: "Origin", op: "IN" as const, val: ["Japan"] }];
    expect(await statusOf(member, context(place, { filters }))).toBe(200);
    expect(await statusOf(member, context(place, { filters: [{ col: "Name", op: "IN", val: ["x"] }] }))).toBe(403);
  });

  const rangeOf = (col: unknown, low = 4, high = 8) =>
    [
      { col, op: ">=", val: low },
      { col, op: "<", val: high },
    ] as QueryObject["filters"];

  test("can filter by a range of a column that a chart shows, and of no other", async () => {
    const ranged = await member.post<Json>("/api/v1/chart/data", context(place, { filters: rangeOf("Cylinders") }));
    expect([ranged.status, ranged.body.result[0].data.map((row: Json) => row.Cylinders).toSorted()]).toEqual([
      200,
      [4, 5, 6],
    ]);
    const [start, end] = [rangeOf("Cylinders")?.[0], rangeOf("Horsepower")?.[1]];
    const refused = [
      rangeOf("Horsepower"),
      rangeOf("Year", 0, 1e12),
      [start, end] as QueryObject["filters"],
      rangeOf({ expressionType: "SQL", sqlExpression: "Horsepower", label: "Cylinders" }),
    ];
    for (const filters of refused) expect(await statusOf(member, context(place, { filters }))).toBe(403);
  });

  test.each([
    [true, 200],
    [false, 403],
  ])("can filter by a range of another chart's column with cross-filters: %s", async (isEnabled, status) => {
    const [chartId, other] = [await makeChart(admin), await makeChart(admin, { ...FORM, groupby: ["Horsepower"] })];
    const positions: Json = positionsOf(chartId);
    positions.GRID_ID.children.push("CHART-2");
    positions["CHART-2"] = { id: "CHART-2", type: "CHART", children: [], meta: { chartId: other } };
    const metadata = { positions, native_filter_configuration: [], cross_filters_enabled: isEnabled };
    const board = { dashboard_title: "Two", published: true, roles: [roles.members] };
    const { body } = await admin.post<Json>("/api/v1/dashboard/", {
      ...board,
      json_metadata: JSON.stringify(metadata),
    });
    const own = { chartId, dashboardId: body.id };
    expect(await statusOf(member, context(own, { filters: rangeOf("Horsepower", 90, 120) }))).toBe(status);
    expect(await statusOf(member, context(own, { filters: rangeOf("Weight_in_lbs", 90, 120) }))).toBe(403);
  });

  const SAVG = { ...FORM.metric, column: { column_name: "Weight_in_lbs" }, label: "w" };
  const changes: [string, Partial<QueryObject>, object?][] = [
    ["other columns", { columns: ["Name"] }],
    ["another metric", { metrics: [SAVG as never] }],
    ["custom SQL", { metrics: [{ expressionType: "SQL", sqlExpression: "MAX(Name)", label: "m" } as never] }],
    ["a column in SQL", { columns: [{ expressionType: "SQL", sqlExpression: "Name", label: "n" } as never] }],
    ["a condition in SQL", { extras: { where: "Name = 'x'" } }],
    ["samples", { result_type: "samples" }],
    ["details", { result_type: "drill_detail" }],
    ["the statement", { result_type: "query" }],
    ["the columns", { result_type: "columns" }],
    ["another order", { orderby: [["Name", true]] as never }],
    ["no chart, but the dashboard", {}, { slice_id: undefined }],
    ["rows without a chart", { columns: ["Name"], metrics: [] }, { slice_id: undefined }],
    ["a drill by a column", { columns: ["Name"] }, { slice_id: 0, chart_id: 1, groupby: ["Name"] }],
  ];
  test.each(changes)("can't use %s", async (_, change, form = {}) => {
    const requested = context(place, change, form);
    expect(await statusOf(member, requested)).toBe(403);
    const batch = await member.post<string>("/api/v1/chart/data/batch", { queries: [{ id: "1", context: requested }] });
    expect(JSON.stringify(batch.body)).not.toContain("chevrolet");
  });

  describe("can't get around the chart's conditions", () => {
    async function requested(form: object, saved: object, changes: readonly (readonly [object, object?])[]) {
      const chartId = await makeChart(admin, { ...FORM, ...form });
      const own = { chartId, dashboardId: (await makeBoard(admin, chartId)).body.id };
      const of = ([change, more]: readonly [object, object?]) =>
        statusOf(member, context(own, { ...saved, ...change } as never, { ...form, ...more }));
      return [await of([{}]), ...(await Promise.all(changes.map(of)))];
    }
    const metrics = [FORM.metric, { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n" }];
    const TABLE = { viz_type: "table", query_mode: "aggregate", metrics };

    test("on groups, by omitting groups or metrics, or by a metric's name for a column", async () => {
      const having = { clause: "HAVING", expressionType: "SQL", sqlExpression: "n > 3" };
      const saved = { metrics, extras: { having: "(n > 3)" } };
      const renamed = { sqlExpression: "Cylinders", label: "n", isColumnReference: true };
      const form = { ...TABLE, adhoc_filters: [having] };
      const changes = [
        { columns: [] },
        { columns: ["Cylinders", "Origin"], groupby: ["Origin"] },
        { metrics: [FORM.metric] },
        { metrics: [FORM.metric], columns: [renamed] },
      ];
      expect(
        await requested(
          form,
          saved,
          changes.map((one) => [one]),
        ),
      ).toEqual([200, 403, 403, 403, 403]);
    });

    test("on groups, by requesting other totals than the table shows", async () => {
      const having = { clause: "HAVING", expressionType: "SQL", sqlExpression: "n > 3" };
      const form = { ...TABLE, groupby: ["Cylinders"], show_totals: true, adhoc_filters: [having] };
      const saved = { metrics, columns: [], extras: { having: "(n > 3)" }, having_columns: ["Cylinders"] };
      const changes = [{ having_columns: [] }, { having_columns: ["Name"] }, { having_columns: null }];
      expect(
        await requested(
          form,
          saved,
          changes.map((one) => [one]),
        ),
      ).toEqual([200, 403, 403, 403]);
    });

    test("on metrics, by omitting them", async () => {
      const large = { clause: "WHERE", expressionType: "SIMPLE", subject: "n", operator: ">", comparator: 3 };
      const saved = { metrics, filters: [{ col: "n", op: ">", val: 3 }] };
      const fewer = { metrics: [FORM.metric] };
      const changes = [
        [fewer],
        [{ ...fewer, series_limit_metric: metrics[1] }],
        [{ metrics: null, is_rowcount: true }],
      ] as const;
      const form = { ...TABLE, adhoc_filters: [large] };
      expect(await requested(form, saved, changes)).toEqual([200, 403, 403, 403]);
    });

    test("on rows, by a sample of them or bins of a column", async () => {
      const bins = { label: "Cylinders", sqlExpression: "Cylinders", isColumnReference: true };
      const changes = [
        [{ columns: [bins] }],
        [{ extras: { sample_rows: 1 } }],
        [{ columns: [{ ...bins, bin: { start: 0, width: 2 } }] }],
      ] as const;
      expect(await requested({}, {}, changes)).toEqual([200, 200, 403, 403]);
    });

    test("on rows, by another order", async () => {
      const changes = [[{ orderby: [] }], [{ orderby: [[FORM.metric, true]] }], [{ order_desc: false }]] as const;
      expect(await requested({ row_limit: 2 }, { row_limit: 2 }, changes)).toEqual([200, 403, 403, 403]);
    });

    test("on times, by another axis or order of ranges, or a range before them", async () => {
      const [narrow, wide] = ["1970-01-01 : 1972-01-01", "1900-01-01 : 2100-01-01"];
      const rangeOf = (val: string) => ({ col: "Year", op: "TEMPORAL_RANGE", val });
      const adhoc_filters = [narrow, wide].map((comparator) => ({
        ...{ clause: "WHERE", expressionType: "SIMPLE", subject: "Year", operator: "TEMPORAL_RANGE", comparator },
      }));
      const form = { groupby: ["Cylinders", "Year"], granularity_sqla: "Year", adhoc_filters };
      const columns = ["Cylinders", "Year"];
      const saved = { columns, granularity: "Year", filters: [rangeOf(narrow), rangeOf(wide)] };
      const changes = [
        [{ filters: [rangeOf(wide), rangeOf(narrow)] }],
        [{ filters: [rangeOf("1950-01-01 : 2050-01-01"), rangeOf(narrow), rangeOf(wide)] }],
        [{}, { x_axis: "Year" }],
      ] as const;
      expect(await requested(form, saved, changes)).toEqual([200, 403, 403, 403]);
    });

    test("in templates that read filters, by another filter on the column", async () => {
      const sql = "SELECT * FROM cars WHERE Origin IN {{ filter_values('Origin', remove_filter=True) | where_in }}";
      const dataset = { database: data.databaseId, table_name: "by origin", schema: "main", sql };
      const { id } = (await admin.post<Json>("/api/v1/dataset/", dataset)).body;
      const japan = {
        clause: "WHERE",
        expressionType: "SIMPLE",
        subject: "Origin",
        operator: "IN",
        comparator: ["Japan"],
      };
      const form = { ...FORM, groupby: ["Origin"], metric: "count", adhoc_filters: [japan] };
      const chart = { slice_name: "Japan", datasource_id: id, datasource_type: "table", viz_type: "pie" };
      const chartId = (await admin.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(form) })).body.id;
      const dashboardId = (await makeBoard(admin, chartId, [])).body.id;
      const own = { col: "Origin", op: "IN" as const, val: ["Japan"] };
      const ask = async (filters: readonly object[]) => {
        const query = { columns: ["Origin"], metrics: ["count"], orderby: [["count", false]], filters };
        const body = context({ chartId, dashboardId }, query as never, form);
        return statusOf(member, { ...body, datasource: { id, type: "table" } });
      };
      const statuses = [await ask([own]), await ask([own, { ...own, val: ["USA", "Europe"] }])];
      expect(statuses).toEqual([200, 403]);
    });
  });

  test("can't use other columns with only the drill permission", async () => {
    await setRoles("member", ["Members", "Drillers"]);
    expect(await statusOf(member, context(place, { columns: ["Cylinders", "Name"] }))).toBe(403);
    expect(await statusOf(member, context(place))).toBe(200);
  });

  test("can't see more of an unknown chart type: only owners can save its query", async () => {
    const chartId = await makeChart(admin, { viz_type: "my_old_type" });
    await admin.put(`/api/v1/chart/${chartId}`, { viz_type: "my_old_type", owners: [await server.userId("admin")] });
    const query_context = JSON.stringify(context(place, { columns: ["Name"] }));
    const stored = await author.put(`/api/v1/chart/${chartId}`, { query_context, query_context_generation: true });
    expect(stored.status).toBe(403);
  });

  test("can list the values of the dashboard's filters, and of no other column", async () => {
    const { dashboardId } = place;
    expect(await statusOf(member, optionsOf(dashboardId))).toBe(200);
    expect(await statusOf(member, optionsOf(dashboardId, "Name"))).toBe(403);
    expect(await statusOf(member, optionsOf(dashboardId, "Origin", { native_filter_id: "NATIVE_FILTER-x" }))).toBe(403);
    expect(await statusOf(member, { ...optionsOf(dashboardId), result_type: "samples" })).toBe(403);
  });

  test("can see the underlying rows only with the drill and samples permissions", async () => {
    const details = context(place, {
      result_type: "drill_detail",
      columns: undefined,
      metrics: undefined,
      orderby: [],
    } as never);
    const samples = `/datasource/samples?datasource_type=table&datasource_id=${data.carsId}&dashboard_id=${place.dashboardId}`;
    const requested = async () => [await statusOf(member, details), (await member.post(samples, {})).status];
    expect(await requested()).toEqual([403, 403]);
    await setRoles("member", ["Members", "Guides"]);
    expect(await requested()).toEqual([200, 200]);
    const own = context(place, { result_type: "drill_detail", extras: { where: "1 = 1" } } as never);
    expect(await statusOf(member, own)).toBe(403);
  });
});
