import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let alpha: TestClient;
let data: SampleData;
const ids: Record<string, number> = {};

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const CHARTS: readonly [name: string, owner: "admin" | "alpha", more: object][] = [
  ["Ab 100%", "alpha", { viz_type: "table", description: "five_stars" }],
  ["ab 1000", "admin", { viz_type: "pie", description: null, certified_by: "Ann" }],
  ["Zed", "admin", { viz_type: "big_number_total", description: "fiveXstars" }],
  ["middle", "alpha", { viz_type: "pie", description: "" }],
];

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, alpha] = [await server.as("admin"), await server.as("alpha")];
  for (const [slice_name, owner, more] of CHARTS) {
    const datasource_id = slice_name === "Zed" ? data.flightsId : data.carsId;
    const client = owner === "admin" ? admin : alpha;
    const body = { slice_name, datasource_id, datasource_type: "table", params: "{}", ...more };
    ids[slice_name] = (await client.post<Json>("/api/v1/chart/", body)).body.id;
  }
});
afterAll(() => server.stop());

const ask = (q: string, client = admin) => client.get<Json>(`/api/v1/chart/?q=${encodeURIComponent(q)}`);
const namesOf = (found: readonly number[]) =>
  found.map((id) => Object.keys(ids).find((name) => ids[name] === id)).sort();
async function matching(col: string, opr: string, value: string): Promise<unknown> {
  const answer = await ask(`(filters:!((col:${col},opr:${opr},value:${value})))`);
  return answer.status === 200 ? namesOf(answer.body.ids) : answer.body.message;
}

describe("filter operators", () => {
  test.each([
    ["slice_name", "sw", "AB", ["Ab 100%", "ab 1000"]],
    ["slice_name", "nsw", "AB", ["Zed", "middle"]],
    ["slice_name", "ew", "'0%'", ["Ab 100%"]],
    ["slice_name", "new", "'0%'", ["Zed", "ab 1000", "middle"]],
    ["slice_name", "ct", "'b 100'", ["Ab 100%", "ab 1000"]],
    ["slice_name", "ct", "'100%'", ["Ab 100%"]],
    ["slice_name", "nct", "'%'", ["Zed", "ab 1000", "middle"]],
    ["description", "ct", "five_", ["Ab 100%"]],
    ["slice_name", "eq", "Zed", ["Zed"]],
    ["slice_name", "eq", "zed", []],
    ["slice_name", "neq", "Zed", ["Ab 100%", "ab 1000", "middle"]],
    ["viz_type", "in", "!(pie,table)", ["Ab 100%", "ab 1000", "middle"]],
    ["viz_type", "not_in", "!(pie,table)", ["Zed"]],
    ["slice_name", "in", "!()", []],
    ["slice_name", "not_in", "!()", ["Ab 100%", "Zed", "ab 1000", "middle"]],
    ["description", "eq", "!n", ["ab 1000"]],
    ["slice_name", "chart_all_text", "FLIGHTS", ["Zed"]],
    ["slice_name", "chart_all_text", "big_number", ["Zed"]],
    ["slice_name", "chart_all_text", "'%'", ["Ab 100%"]],
    ["slice_name", "chart_all_text", "''", ["Ab 100%", "Zed", "ab 1000", "middle"]],
    ["id", "chart_is_certified", "!f", ["Ab 100%", "Zed", "middle"]],
    ["created_by", "chart_has_created_by", "!t", ["Ab 100%", "Zed", "ab 1000", "middle"]],
    ["created_by", "chart_has_created_by", "!f", []],
    ["last_saved_at", "gt", "'2000-01-01'", ["Ab 100%", "Zed", "ab 1000", "middle"]],
    ["last_saved_at", "lt", "'2000-01-01T00:00:00'", []],
  ])("%s %s %s", async (col, opr, value, expected) => {
    expect(await matching(col, opr, value)).toEqual(expected);
  });

  test("work for numbers, references and users", async () => {
    const [first, last] = [ids["Ab 100%"], ids.middle];
    expect(await matching("id", "gt", String(first))).toEqual(["Zed", "ab 1000", "middle"]);
    expect(await matching("id", "lt", String(last))).toEqual(["Ab 100%", "Zed", "ab 1000"]);
    expect(await matching("id", "in", `!(${first},${last})`)).toEqual(["Ab 100%", "middle"]);
    expect(await matching("datasource_id", "eq", String(data.flightsId))).toEqual(["Zed"]);
    const [adminId, alphaId] = [await server.userId("admin"), await server.userId("alpha")];
    expect(await matching("created_by", "rel_o_m", String(alphaId))).toEqual(["Ab 100%", "middle"]);
    expect(await matching("changed_by", "nrel_o_m", String(alphaId))).toEqual(["Zed", "ab 1000"]);
    expect(await matching("owners", "rel_m_m", `!(${adminId},${alphaId})`)).toEqual([]);
    const { uuid } = (await admin.get<Json>(`/api/v1/chart/${first}`)).body.result;
    expect(await matching("uuid", "eq", `'${uuid}'`)).toEqual(["Ab 100%"]);
  });

  test("combine with AND, and can list the charts that a user owns, created or favored", async () => {
    const both = await ask("(filters:!((col:viz_type,opr:eq,value:pie),(col:slice_name,opr:ct,value:AB)))");
    expect(namesOf(both.body.ids)).toEqual(["ab 1000"]);
    await alpha.post(`/api/v1/chart/${ids.Zed}/favorites/`);
    const mine = "(filters:!((col:id,opr:chart_owned_created_favored_by_me,value:!t)))";
    expect(namesOf((await ask(mine, alpha)).body.ids)).toEqual(["Ab 100%", "Zed", "middle"]);
    const others = "(filters:!((col:id,opr:chart_is_favorite,value:!f)))";
    expect(namesOf((await ask(others, alpha)).body.ids)).toEqual(["Ab 100%", "ab 1000", "middle"]);
    await alpha.delete(`/api/v1/chart/${ids.Zed}/favorites/`);
  });

  test.each([
    ["params", "ct", "x", "Filter column: params not allowed to filter"],
    ["constructor", "eq", "x", "Filter column: constructor not allowed to filter"],
    ["slice_name", "gt", "x", "Filter operation: gt not allowed on column: slice_name"],
    ["tags", "rel_o_m", "1", "Filter operation: rel_o_m not allowed on column: tags"],
    ["id", "eq", "abc", "Filter value not valid for column: id"],
    ["last_saved_at", "gt", "soon", "Filter value not valid for column: last_saved_at"],
  ])("%s %s %s is rejected", async (col, opr, value, text) => {
    expect(await matching(col, opr, value)).toBe(text);
  });
});

describe("sorting and paging", () => {
  const order = async (column: string, direction: string) => {
    const { body } = await ask(`(order_column:${column},order_direction:${direction})`);
    return body.result.map((row: Json) => row.slice_name);
  };

  test("sorts by last change by default, and text ignoring case", async () => {
    expect((await ask("()")).body.ids).toEqual(Object.values(ids).reverse());
    expect(await order("slice_name", "asc")).toEqual(["Ab 100%", "ab 1000", "middle", "Zed"]);
    expect(await order("slice_name", "desc")).toEqual(["Zed", "middle", "ab 1000", "Ab 100%"]);
    expect(await order("changed_by.first_name", "asc")).toEqual(["ab 1000", "Zed", "Ab 100%", "middle"]);
    expect(await order("datasource_id", "desc")).toEqual(["Zed", "middle", "ab 1000", "Ab 100%"]);
  });

  test("returns consecutive pages, and the largest page for an invalid size", async () => {
    const page = async (q: string) => (await ask(`(order_column:slice_name,order_direction:asc,${q})`)).body;
    const first = await page("page:0,page_size:3");
    const second = await page("page:1,page_size:3");
    expect([first.count, second.count]).toEqual([4, 4]);
    expect([...first.ids, ...second.ids]).toEqual(["Ab 100%", "ab 1000", "middle", "Zed"].map((name) => ids[name]));
    expect(await page("page:9,page_size:3")).toMatchObject({ count: 4, ids: [], result: [] });
    for (const size of [-1, 0, 100_000]) expect((await page(`page:0,page_size:${size}`)).ids).toHaveLength(4);
  });

  test.each([
    ["(order_column:params,order_direction:asc)", "Invalid order by column: params"],
    ["(columns:!(id),select_columns:!(id))", "Cannot use both select and sel columns"],
    ["((", "Not a valid rison/json argument"],
  ])("rejects %s", async (q, message) => {
    const answer = await ask(q);
    expect([answer.status, answer.body]).toEqual([400, { message }]);
  });

  test("accepts a query as JSON, and reports invalid ones", async () => {
    expect((await ask('{"page_size": 1}')).body.ids).toHaveLength(1);
    const wrong = await ask("(page:first)");
    expect(wrong.status).toBe(400);
    expect(wrong.body.message).toMatch(/^Not a valid rison schema /);
  });
});

describe("list metadata", () => {
  test("has columns, sort orders, labels and a title", async () => {
    const { body } = await ask("(page_size:1)");
    expect(body.list_title).toBe("List Slice");
    expect(body.list_columns).toEqual(
      expect.arrayContaining(["id", "slice_name", "changed_by.first_name", "owners.id"]),
    );
    expect(body.order_columns).toContain("last_saved_by.first_name");
    expect(body.label_columns["changed_by.first_name"]).toBe("Changed By First Name");
    expect(body.description_columns).toEqual({});
    const { changed_on_dttm, changed_on_utc, changed_by_name, url } = body.result[0];
    expect(changed_on_dttm).toBe(Date.parse(changed_on_utc));
    expect([changed_by_name, url]).toEqual(["Alpha User", `/explore/?slice_id=${ids.middle}`]);
  });

  test("has only the requested columns", async () => {
    const { body } = await ask(
      "(columns:!(id,slice_name,nonsense,owners.last_name),keys:!(list_columns,label_columns))",
    );
    expect(Object.keys(body).sort()).toEqual(["count", "ids", "label_columns", "list_columns", "result"]);
    expect(body.list_columns).toEqual(["id", "slice_name", "owners.last_name"]);
    expect(body.result[0]).toEqual({ id: ids.middle, slice_name: "middle", owners: [{ last_name: "User" }] });
    const none = (await ask("(keys:!(none))")).body;
    expect(Object.keys(none).sort()).toEqual(["count", "ids", "result"]);
  });

  test("has filters, permissions and fields", async () => {
    const info = async (client: TestClient, q = "") => (await client.get<Json>(`/api/v1/chart/_info${q}`)).body;
    const body = await info(admin);
    expect(body.permissions.sort()).toEqual(["can_export", "can_read", "can_warm_up_cache", "can_write"]);
    const operators = (name: string) => body.filters[name].map((filter: Json) => filter.operator);
    expect(operators("slice_name")).toEqual([
      "sw",
      "ew",
      "ct",
      "eq",
      "nsw",
      "new",
      "nct",
      "neq",
      "in",
      "not_in",
      "chart_all_text",
    ]);
    expect(operators("owners")).toEqual(["rel_m_m"]);
    expect(operators("tags")).toEqual(["rel_m_m", "chart_tags", "chart_tag_id"]);
    const names = body.add_columns.map((field: Json) => [field.name, field.required]);
    expect(names).toEqual(
      expect.arrayContaining([
        ["slice_name", true],
        ["params", false],
      ]),
    );
    expect(body.edit_columns.map((field: Json) => field.name)).toContain("tags");
    expect(Object.keys(await info(alpha, "?q=(keys:!(permissions))"))).toEqual(["permissions"]);
    expect((await info(alpha)).permissions).not.toContain("can_warm_up_cache");
  });

  test("lists users to choose as owners", async () => {
    const related = async (column: string, q = "") => admin.get<Json>(`/api/v1/chart/related/${column}${q}`);
    const { body } = await related("owners", "?q=(filter:'alpha u')");
    const alphaId = await server.userId("alpha");
    const extra = { email: "alpha@example.org", active: true };
    expect(body).toEqual({ count: 1, result: [{ value: alphaId, text: "Alpha User", extra }] });
    expect((await related("created_by", "?q=(filter:alpha)")).body.result[0].extra).toEqual({});
    const paged = (await related("owners", `?q=(page_size:1,page:0,include_ids:!(${alphaId}))`)).body;
    expect(paged.result.map((item: Json) => item.value)).toContain(alphaId);
    expect(paged.count).toBe(paged.result.length);
    expect((await related("owners", `?q=(page_size:1,page:1,include_ids:!(${alphaId}))`)).status).toBe(422);
    expect((await related("dashboards")).status).toBe(404);
  });
});

describe("owners", () => {
  const post = async (owners: number[], client: TestClient) => {
    const body = { slice_name: "Owned", datasource_id: data.carsId, datasource_type: "table", owners };
    const { id } = (await client.post<Json>("/api/v1/chart/", body)).body;
    return { id, names: await ownersOf(id) };
  };
  const ownersOf = async (id: number) =>
    (await admin.get<Json>(`/api/v1/chart/${id}`)).body.result.owners.map((owner: Json) => owner.first_name).sort();

  test("users other than administrators stay owners of what they create", async () => {
    const adminId = await server.userId("admin");
    expect((await post([adminId], alpha)).names).toEqual(["Admin", "Alpha"]);
    expect((await post([], alpha)).names).toEqual(["Alpha"]);
    const created = await post([await server.userId("alpha")], admin);
    expect(created.names).toEqual(["Alpha"]);
    await alpha.put(`/api/v1/chart/${created.id}`, { owners: [] });
    expect(await ownersOf(created.id)).toEqual(["Alpha"]);
    const put = await alpha.put<Json>(`/api/v1/chart/${created.id}`, { owners: [9999] });
    expect([put.status, put.body]).toEqual([422, { message: { owners: ["Owners are invalid"] } }]);
  });

  test("changing the dataset requires its type, and tags must exist", async () => {
    const id = ids["Ab 100%"];
    const refused = await alpha.put<Json>(`/api/v1/chart/${id}`, { datasource_id: data.flightsId });
    expect([refused.status, Object.keys(refused.body.message)]).toEqual([422, ["datasource_type"]]);
    const moved = await alpha.put(`/api/v1/chart/${id}`, { datasource_id: data.flightsId, datasource_type: "table" });
    expect(moved.status).toBe(200);
    const { result } = (await admin.get<Json>(`/api/v1/chart/${id}`)).body;
    expect(result).toMatchObject({ datasource_id: data.flightsId, datasource_name_text: "flights" });
    const tagged = await alpha.put<Json>(`/api/v1/chart/${id}`, { tags: [77] });
    expect([tagged.status, tagged.body]).toEqual([422, { message: { tags: ["Some tags do not exist"] } }]);
  });

  test("bulk delete is all or nothing, and reports one chart in the singular", async () => {
    const mine = (await post([], alpha)).id;
    const missing = await alpha.delete(`/api/v1/chart/?q=!(${mine},99999)`);
    expect(missing.status).toBe(404);
    expect((await alpha.get(`/api/v1/chart/${mine}`)).status).toBe(200);
    expect((await alpha.delete<Json>(`/api/v1/chart/?q=!(${mine})`)).body).toEqual({ message: "Deleted 1 chart" });
    expect((await alpha.delete("/api/v1/chart/?q=!()")).status).toBeGreaterThanOrEqual(400);
  });
});
