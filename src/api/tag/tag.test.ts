import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let samples: SampleData;
let admin: TestClient;
let alpha: TestClient;
let gamma: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  samples = await loadSampleData(server.app);
  admin = await server.as("admin");
  alpha = await server.as("alpha");
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());
beforeEach(() => server.app.db.deleteFrom("tags").execute());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/tag/";
const [CHART, DASHBOARD, DATASET] = [2, 3, 4];

const newDashboard = async (client: TestClient, dashboard_title = "Fleet"): Promise<number> =>
  (await client.post<Json>("/api/v1/dashboard/", { dashboard_title })).body.id;
async function newChart(client: TestClient): Promise<number> {
  const body = { slice_name: "Cars", viz_type: "table", datasource_id: samples.carsId, datasource_type: "table" };
  return (await client.post<Json>("/api/v1/chart/", body)).body.id;
}
const tagged = (client: TestClient, query: string) => client.get<Json>(`${BASE}get_objects/?${query}`);
const keysOf = ({ body }: Json) => body.result.map((one: Json) => [one.type, one.id, one.name]);
const customOf = ({ tags }: Json) => tags.filter((tag: Json) => tag.type === 1).map((tag: Json) => tag.name);
const idOf = async (name: string): Promise<number> =>
  (await admin.get<Json>(`${BASE}?q=(filters:!((col:name,opr:eq,value:'${name}')))`)).body.ids[0];

describe("tags", () => {
  test("are created with their objects, read, changed and deleted", async () => {
    const [dashboard, chart] = [await newDashboard(alpha), await newChart(alpha)];
    const body = { name: "finance", description: "Money", objects_to_tag: [["dashboard", dashboard]] };
    expect(await alpha.post(BASE, body)).toMatchObject({ status: 201, body: {} });
    const id = await idOf("finance");
    expect((await gamma.get<Json>(`${BASE}${id}`)).body).toMatchObject({
      id,
      result: { id, name: "finance", type: 1, description: "Money", created_by: { first_name: "Alpha" } },
    });
    expect(keysOf(await tagged(alpha, "tags=finance"))).toEqual([["dashboard", dashboard, "Fleet"]]);
    const change = { name: "budget", objects_to_tag: [["chart", chart]] };
    expect(await alpha.put(`${BASE}${id}`, change)).toMatchObject({ status: 200, body: { id, result: change } });
    expect(keysOf(await tagged(alpha, `tagIds=${id}`))).toEqual([["chart", chart, "Cars"]]);
    expect((await alpha.delete<Json>(`${BASE}${id}`)).body).toEqual({ message: "OK" });
    expect((await alpha.get(`${BASE}${id}`)).status).toBe(404);
    expect(customOf((await alpha.get<Json>(`/api/v1/chart/${chart}`)).body.result)).toEqual([]);
  });

  test("are searched by text, sorted by name, without server-managed ones", async () => {
    for (const name of ["Sales EMEA", "presales", "ops"]) await alpha.post(BASE, { name });
    const own = {
      name: "type:sales",
      type: 2,
      created_on: "",
      changed_on: "",
      created_by_fk: null,
      changed_by_fk: null,
    };
    await server.app.db.insertInto("tags").values(own).execute();
    const q =
      "(filters:!((col:name,opr:ct,value:SALES),(col:type,opr:custom_tag,value:!t)),order_column:name,order_direction:asc)";
    const found = await gamma.get<Json>(`${BASE}?q=${encodeURIComponent(q)}`);
    expect(found.body.result.map((tag: Json) => tag.name)).toEqual(["presales", "Sales EMEA"]);
    expect(await alpha.delete(`${BASE}?q=!('type:sales')`)).toMatchObject({ status: 403 });
  });

  test("are deleted in bulk by name", async () => {
    for (const name of ["a b", "c", "7"]) await alpha.post(BASE, { name });
    expect((await alpha.delete(`${BASE}?q=!(c,nothing)`)).status).toBe(404);
    expect((await alpha.delete<Json>(`${BASE}?q=!(c)`)).body).toEqual({ message: "Deleted 1 tag" });
    expect((await alpha.delete<Json>(`${BASE}?q=!('a+b',7)`)).body).toEqual({ message: "Deleted 2 tags" });
  });

  test("can be marked as favorites", async () => {
    await alpha.post(BASE, { name: "mine" });
    const id = await idOf("mine");
    const status = async () => (await gamma.get<Json>(`${BASE}favorite_status/?q=!(${id},99999)`)).body.result;
    expect(await status()).toEqual([{ id, value: false }]);
    expect((await gamma.post<Json>(`${BASE}${id}/favorites/`)).body).toEqual({ result: "OK" });
    expect(await status()).toEqual([{ id, value: true }]);
    await gamma.delete(`${BASE}${id}/favorites/`);
    expect(await status()).toEqual([{ id, value: false }]);
    const q = (value: string) => `${BASE}?q=(filters:!((col:id,opr:tag_is_favorite,value:!${value})))`;
    await alpha.post(BASE, { name: "other" });
    await gamma.post(`${BASE}${id}/favorites/`);
    expect((await gamma.get<Json>(q("t"))).body.ids).toEqual([id]);
    expect((await gamma.get<Json>(q("f"))).body.ids).toEqual([await idOf("other")]);
    expect((await alpha.get<Json>(q("t"))).body.ids).toEqual([]);
    expect((await gamma.post(`${BASE}99999/favorites/`)).status).toBe(404);
    expect((await gamma.get(`${BASE}favorite_status/?q=!(99999)`)).status).toBe(404);
  });

  test("must have unique names, without separators and reserved words", async () => {
    for (const name of ["one", "two"]) await alpha.post(BASE, { name });
    expect(await alpha.put(`${BASE}${await idOf("two")}`, { name: "one" })).toMatchObject({
      status: 422,
      body: { message: { name: ["Must be unique"] } },
    });
    expect((await alpha.post(BASE, { name: "one" })).status).toBe(201);
    expect((await alpha.get<Json>(BASE)).body.count).toBe(2);
    for (const name of ["owner:1", "a,b", " ", "x".repeat(251)]) {
      expect(await alpha.post(BASE, { name })).toMatchObject({
        status: 400,
        body: { message: { name: [expect.any(String)] } },
      });
    }
    expect((await alpha.post(BASE, { name: "x", objects_to_tag: [["planet", 1]] })).status).toBe(400);
  });
});

describe("objects", () => {
  test("are tagged and untagged one by one", async () => {
    const id = await newDashboard(gamma);
    const path = `${BASE}${DASHBOARD}/${id}/`;
    expect(await gamma.post(path, { properties: { tags: ["red", "blue", "red"] } })).toMatchObject({
      status: 201,
      body: {},
    });
    const shown = () => gamma.get<Json>(`/api/v1/dashboard/${id}`);
    expect(customOf((await shown()).body.result)).toEqual(["blue", "red"]);
    expect((await gamma.delete<Json>(`${path}red/`)).body).toEqual({ message: "OK" });
    expect((await gamma.delete(`${path}red/`)).status).toBe(404);
    expect((await shown()).body.result.custom_tags.map((tag: Json) => tag.name)).toEqual(["blue"]);
    for (const name of ["a\u0000b", "half \ud800", "\udc00"]) {
      expect((await admin.post(path, { properties: { tags: [name] } })).status).toBe(400);
      expect((await admin.post(BASE, { name })).status).toBe(400);
    }
    expect((await gamma.post(path, { properties: { tags: [] } })).status).toBe(400);
    expect((await gamma.post(path, {})).status).toBe(400);
  });

  test("are tagged by users who can edit them", async () => {
    const [othersDashboard, chart] = [await newDashboard(alpha), await newChart(alpha)];
    const body = { properties: { tags: ["mine"] } };
    await admin.put(`/api/v1/dashboard/${othersDashboard}`, { published: true });
    expect((await gamma.post(`${BASE}${CHART}/${chart}/`, body)).status).toBe(404);
    expect((await (await server.as("second", ["Alpha"])).post(`${BASE}${CHART}/${chart}/`, body)).status).toBe(403);
    expect((await gamma.post(`${BASE}${DATASET}/${samples.carsId}/`, body)).status).toBe(404);
    expect((await alpha.post(`${BASE}${DATASET}/${samples.carsId}/`, body)).status).toBe(403);
    expect((await admin.post(`${BASE}${DATASET}/${samples.carsId}/`, body)).status).toBe(201);
    expect((await admin.post(`${BASE}9/1/`, body)).status).toBe(400);
    expect((await admin.post(`${BASE}${CHART}/99999999999/`, body)).status).toBe(404);
    expect((await gamma.post(BASE, { name: "x", objects_to_tag: [["chart", chart]] })).status).toBe(404);
    expect((await gamma.delete(`${BASE}${CHART}/${chart}/mine/`)).status).toBe(404);
    expect(await tagged(gamma, "tags=mine")).toMatchObject({ status: 200, body: { result: [] } });
    expect(keysOf(await tagged(admin, "tags=mine,other&types=dataset"))).toEqual([["dataset", samples.carsId, "cars"]]);
    expect((await tagged(admin, "tags=mine&types=planet")).status).toBe(400);
  });

  test("keep the tag if the user can't see them, and aren't counted", async () => {
    const [own, chart, othersDashboard] = [await newDashboard(gamma), await newChart(alpha), await newDashboard(alpha)];
    await alpha.post(BASE, {
      name: "shared",
      objects_to_tag: [
        ["chart", chart],
        ["dashboard", othersDashboard],
      ],
    });
    const id = await idOf("shared");
    const put = (client: TestClient, objects_to_tag: unknown[]) => client.put(`${BASE}${id}`, { objects_to_tag });
    expect((await put(gamma, [["dashboard", own]])).status).toBe(200);
    const counts = async (client: TestClient, q: string) =>
      (await client.get<Json>(`${BASE}object_counts/?q=${q}`)).body.result;
    const none = { query: 0, chart: 0, dashboard: 0, dataset: 0 };
    expect(await counts(admin, `!(${id},99999,0)`)).toEqual([
      { ...none, id, dashboard: 2, chart: 1 },
      { ...none, id: 99999 },
    ]);
    expect(await counts(gamma, `!(${id})`)).toEqual([{ ...none, id, dashboard: 1 }]);
    expect((await put(gamma, [])).status).toBe(200);
    expect(await counts(admin, `!(${id})`)).toEqual([{ ...none, id, dashboard: 1, chart: 1 }]);
    await admin.put(`/api/v1/dashboard/${othersDashboard}`, { published: true });
    expect((await put(await server.as("second", ["Alpha"]), [])).status).toBe(403);
    expect((await server.anonymous.get(`${BASE}object_counts/?q=!(1)`)).status).toBe(401);
    expect((await (await server.as("nobody", ["Public"])).get(`${BASE}object_counts/?q=!(1)`)).status).toBe(403);
    expect((await gamma.get(`${BASE}object_counts/?q=one`)).status).toBe(400);
  });

  test("are tagged in bulk, skipping those of other users", async () => {
    const [own, othersDashboard] = [await newDashboard(gamma), await newDashboard(alpha)];
    const objects_to_tag = [
      ["dashboard", own],
      ["dashboard", othersDashboard],
    ];
    const body = {
      tags: [
        { name: "q1", objects_to_tag },
        { name: "q2", objects_to_tag: [["dashboard", own]] },
      ],
    };
    expect(await gamma.post(`${BASE}bulk_create`, body)).toMatchObject({
      status: 200,
      body: { result: { objects_tagged: [["dashboard", own]], objects_skipped: [["dashboard", othersDashboard]] } },
    });
    expect(keysOf(await tagged(admin, "tags=q1,q2"))).toEqual([["dashboard", own, "Fleet"]]);
    expect((await server.anonymous.post(`${BASE}bulk_create`, body)).status).toBe(401);
    expect((await (await server.as("nobody", ["Public"])).post(`${BASE}bulk_create`, body)).status).toBe(403);
  });

  test.each([
    ["dashboard", DASHBOARD],
    ["chart", CHART],
  ] as const)("of the type %s are listed by tag", async (noun, code) => {
    const id = noun === "chart" ? await newChart(alpha) : await newDashboard(alpha);
    await alpha.post(`${BASE}${code}/${id}/`, { properties: { tags: ["Quarterly"] } });
    const tag = await idOf("Quarterly");
    const listed = async (opr: string, value: string | number) =>
      (await alpha.get<Json>(`/api/v1/${noun}/?q=(filters:!((col:tags,opr:${opr},value:${value})))`)).body.ids;
    expect(await listed(`${noun}_tags`, "quarter")).toEqual([id]);
    expect(await listed(`${noun}_tag_id`, tag)).toEqual([id]);
    expect(await listed("rel_m_m", tag)).toEqual([id]);
    expect(await listed("rel_m_m", 99999)).toEqual([]);
    const { body } = await alpha.get<Json>(
      `/api/v1/${noun}/?q=(columns:!(id,tags.name),filters:!((col:id,opr:eq,value:${id})))`,
    );
    const names = ["Quarterly", `owner:${await server.userId("alpha")}`, `type:${noun}`];
    const tags = expect.arrayContaining(names.map((name) => ({ name })));
    expect(body.result).toEqual([{ id, tags }]);
    expect(body.result[0].tags).toHaveLength(3);
    await alpha.put(`/api/v1/${noun}/${id}`, { tags: [] });
    expect(await listed(`${noun}_tag_id`, tag)).toEqual([]);
  });
});
