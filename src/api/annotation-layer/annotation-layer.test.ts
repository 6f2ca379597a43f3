import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let alpha: TestClient;
let gamma: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  alpha = await server.as("alpha");
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/annotation_layer/";
let names = 0;
async function newLayer(name = `Layer ${++names}`): Promise<number> {
  const { status, body } = await alpha.post<Json>(BASE, { name, descr: "What happened" });
  expect(status).toBe(201);
  return body.id;
}
const STORM = { short_descr: "Storm", start_dttm: "2024-01-01T06:00:00", end_dttm: "2024-01-02T18:30:00" };

describe("layers", () => {
  test("are created, read, changed and deleted", async () => {
    const id = await newLayer("Storms");
    const show = await alpha.get<Json>(`${BASE}${id}`);
    expect(show.body).toMatchObject({ id, result: { id, name: "Storms", descr: "What happened" } });
    const changed = await alpha.put<Json>(`${BASE}${id}`, { descr: null });
    expect(changed.body).toEqual({ id, result: { descr: null } });
    expect((await alpha.get<Json>(`${BASE}${id}`)).body.result).toEqual({ id, name: "Storms", descr: null });
    expect((await alpha.delete<Json>(`${BASE}${id}`)).body).toEqual({ message: "OK" });
    expect((await alpha.get(`${BASE}${id}`)).status).toBe(404);
  });

  test("are listed, searched by name and description, and ordered", async () => {
    const ids = [await newLayer("Areas of rain"), await newLayer("Product launches")];
    const q = "(columns:!(id,name,changed_by.first_name),filters:!((col:name,opr:annotation_layer_all_text,value:%s)))";
    const found = await alpha.get<Json>(`${BASE}?q=${encodeURIComponent(q.replace("%s", "LAUNCH"))}`);
    expect(found.body).toMatchObject({
      count: 1,
      result: [{ id: ids[1], name: "Product launches", changed_by: { first_name: expect.any(String) } }],
      list_title: "List Annotation Layer",
    });
    const ordered = await alpha.get<Json>(
      `${BASE}?q=${encodeURIComponent("(order_column:name,order_direction:desc,page_size:2)")}`,
    );
    expect(ordered.body.result[0].name).toBe("Product launches");
    const info = await alpha.get<Json>(`${BASE}_info?q=(keys:!(permissions))`);
    expect(info.body).toEqual({ permissions: ["can_read", "can_write"] });
    const related = await alpha.get<Json>(`${BASE}related/created_by`);
    expect(related.body.result.map((one: Json) => one.value)).toContain(await server.userId("alpha"));
  });

  test("must have unique names", async () => {
    const id = await newLayer("Holidays");
    const other = await newLayer();
    const nameTaken = { status: 422, body: { message: { name: ["Name must be unique"] } } };
    expect(await alpha.post(BASE, { name: "Holidays" })).toMatchObject(nameTaken);
    expect(await alpha.put(`${BASE}${other}`, { name: "Holidays" })).toMatchObject(nameTaken);
    expect((await alpha.put(`${BASE}${id}`, { name: "Holidays" })).status).toBe(200);
    const race = await Promise.all(["a", "b", "c"].map(() => alpha.post(BASE, { name: "Raced" })));
    expect(race.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
  });

  test("with invalid fields are rejected by field", async () => {
    expect(await alpha.post(BASE, {})).toMatchObject({
      status: 400,
      body: { message: { name: ["Missing data for required field."] } },
    });
    expect(await alpha.post(BASE, { name: "x".repeat(251), nothing: 1 })).toMatchObject({
      status: 400,
      body: { message: { name: ["Longer than maximum length 250."], nothing: ["Unknown field."] } },
    });
  });

  test("can't be deleted while they have annotations", async () => {
    const [empty, full] = [await newLayer(), await newLayer()];
    await alpha.post(`${BASE}${full}/annotation/`, STORM);
    const message = "Annotation layer has associated annotations.";
    expect(await alpha.delete(`${BASE}${full}`)).toMatchObject({ status: 422, body: { message } });
    expect(await alpha.delete(`${BASE}?q=!(${empty},${full})`)).toMatchObject({ status: 422, body: { message } });
    expect((await alpha.delete(`${BASE}?q=!(${empty},999999)`)).status).toBe(404);
    const others = [empty, await newLayer()];
    expect((await alpha.delete<Json>(`${BASE}?q=!(${others})`)).body.message).toBe("Deleted 2 annotation layers");
    expect((await alpha.delete<Json>(`${BASE}?q=!(${await newLayer()})`)).body.message).toBe(
      "Deleted 1 annotation layer",
    );
  });
});

describe("annotations", () => {
  test("are created, read, changed and deleted within their layer", async () => {
    const layer = await newLayer();
    const path = `${BASE}${layer}/annotation/`;
    const created = await alpha.post<Json>(path, { ...STORM, long_descr: "Trees fell", json_metadata: '{"wind":120}' });
    expect(created.status).toBe(201);
    const { id } = created.body;
    const shown = { id, ...STORM, long_descr: "Trees fell", json_metadata: '{"wind":120}' };
    expect((await alpha.get<Json>(`${path}${id}`)).body).toMatchObject({
      id,
      result: { ...shown, layer: { id: layer } },
    });
    await alpha.put(`${path}${id}`, { end_dttm: "2024-01-03T00:00:00+01:00" });
    expect((await alpha.get<Json>(`${path}${id}`)).body.result.end_dttm).toBe("2024-01-02T23:00:00");
    const list = await alpha.get<Json>(path);
    expect(list.body).toMatchObject({ count: 1, ids: [id], result: [{ id, short_descr: "Storm" }] });
    expect(Object.keys(list.body.result[0]).sort()).toEqual([
      "changed_by",
      "changed_on_delta_humanized",
      "created_by",
      "end_dttm",
      "id",
      "long_descr",
      "short_descr",
      "start_dttm",
    ]);
    expect((await alpha.delete<Json>(`${path}${id}`)).body).toEqual({ message: "OK" });
    expect((await alpha.get(`${path}${id}`)).status).toBe(404);
  });

  test("are searched by text, ordered by time, and deleted in bulk", async () => {
    const path = `${BASE}${await newLayer()}/annotation/`;
    const later = {
      short_descr: "Flood",
      long_descr: "After the STORM",
      start_dttm: "2024-02-01",
      end_dttm: "2024-02-03",
    };
    const ids = [(await alpha.post<Json>(path, STORM)).body.id, (await alpha.post<Json>(path, later)).body.id];
    await alpha.post(path, { ...STORM, short_descr: "Sun" });
    const q =
      "(filters:!((col:short_descr,opr:annotation_all_text,value:storm)),order_column:start_dttm,order_direction:desc)";
    const found = await alpha.get<Json>(`${path}?q=${encodeURIComponent(q)}`);
    expect(found.body.ids).toEqual(ids.toReversed());
    expect(found.body.result[0].start_dttm).toBe("2024-02-01T00:00:00");
    expect((await alpha.delete<Json>(`${path}?q=!(${ids})`)).body).toEqual({ message: "Deleted 2 annotations" });
    expect((await alpha.get<Json>(path)).body.count).toBe(1);
  });

  test("belong to one layer only", async () => {
    const [mine, other] = [await newLayer(), await newLayer()];
    const { id } = (await alpha.post<Json>(`${BASE}${mine}/annotation/`, STORM)).body;
    const wrong = `${BASE}${other}/annotation/`;
    expect((await alpha.get(`${wrong}${id}`)).status).toBe(404);
    expect((await alpha.put(`${wrong}${id}`, { short_descr: "Mine" })).status).toBe(404);
    expect((await alpha.delete(`${wrong}${id}`)).status).toBe(404);
    expect((await alpha.delete(`${wrong}?q=!(${id})`)).status).toBe(404);
    expect((await alpha.get(`${BASE}999999/annotation/`)).status).toBe(404);
    expect((await alpha.post(`${BASE}999999/annotation/`, STORM)).status).toBe(404);
    expect((await alpha.post(`${BASE}${"9".repeat(20)}/annotation/`, STORM)).status).toBe(404);
    expect((await alpha.post(wrong, STORM)).status).toBe(201);
  });

  test.each<[string, object, number, Record<string, string[]>]>([
    [
      "an end before its start",
      { ...STORM, end_dttm: "2023-12-31" },
      422,
      { start_dttm: ["End date must be after start date"] },
    ],
    ["no text", { ...STORM, short_descr: undefined }, 400, { short_descr: ["Missing data for required field."] }],
    [
      "a long text",
      { ...STORM, short_descr: "x".repeat(501) },
      400,
      { short_descr: ["Longer than maximum length 500."] },
    ],
    ["no start", { ...STORM, start_dttm: undefined }, 400, { start_dttm: ["Missing data for required field."] }],
    ["an invalid start", { ...STORM, start_dttm: "soon" }, 400, { start_dttm: ["Not a valid datetime."] }],
    ["an invalid month", { ...STORM, start_dttm: "2024-13-01" }, 400, { start_dttm: ["Not a valid datetime."] }],
    ["metadata that isn't JSON", { ...STORM, json_metadata: "{" }, 400, { json_metadata: ["Invalid JSON"] }],
    ["an unknown field", { ...STORM, colour: "red" }, 400, { colour: ["Unknown field."] }],
  ])("with %s are rejected", async (_, body, status, message) => {
    const path = `${BASE}${await newLayer()}/annotation/`;
    expect(await alpha.post(path, body)).toMatchObject({ status, body: { message } });
    expect((await alpha.get<Json>(path)).body.count).toBe(0);
  });

  test("must have unique text within a layer", async () => {
    const path = `${BASE}${await newLayer()}/annotation/`;
    await alpha.post(path, STORM);
    const other = (await alpha.post<Json>(path, { ...STORM, short_descr: "Other" })).body.id;
    const nameTaken = {
      status: 422,
      body: { message: { short_descr: ["Short description must be unique for this layer"] } },
    };
    expect(await alpha.post(path, STORM)).toMatchObject(nameTaken);
    expect(await alpha.put(`${path}${other}`, { short_descr: "Storm" })).toMatchObject(nameTaken);
    expect(await alpha.put(`${path}${other}`, { start_dttm: "2025-01-01" })).toMatchObject({ status: 422 });
  });
});

test("layers and annotations need the annotation permissions", async () => {
  const id = await newLayer();
  const { anonymous } = server;
  expect((await anonymous.get(BASE)).status).toBe(401);
  expect((await gamma.get(BASE)).status).toBe(403);
  expect((await gamma.get(`${BASE}${id}/annotation/`)).status).toBe(403);
  expect((await gamma.post(BASE, { name: "Mine" })).status).toBe(403);
  expect((await gamma.delete(`${BASE}${id}`)).status).toBe(403);
  expect((await gamma.post(`${BASE}${id}/annotation/`, STORM)).status).toBe(403);
});
