import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { cssTemplateResource } from "./routes.ts";

let server: TestServer;
let alpha: TestClient;
let gamma: TestClient;
beforeAll(async () => {
  server = await startTestServer({ resources: [cssTemplateResource] });
  alpha = await server.as("alpha");
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/css_template/";
const NIGHT = { template_name: "Night", css: ".header { background: #111 }" };

test("templates are created, read, changed and deleted", async () => {
  const created = await alpha.post<Json>(BASE, NIGHT);
  expect(created).toMatchObject({ status: 201, body: { id: expect.any(Number), result: NIGHT } });
  const path = BASE + created.body.id;
  expect((await gamma.get<Json>(path)).body).toMatchObject({
    id: created.body.id,
    result: { ...NIGHT, created_by: { first_name: "Alpha" }, changed_on_delta_humanized: expect.any(String) },
    show_title: "Show Css Template",
    label_columns: { template_name: "Template Name", "changed_by.first_name": "Changed By First Name" },
  });
  expect((await gamma.get<Json>(`${path}?q=(columns:!(css),keys:!(none))`)).body).toEqual({
    id: created.body.id,
    result: { css: NIGHT.css },
  });
  const changed = { result: { template_name: NIGHT.template_name, css: "a {}" } };
  expect((await alpha.put<Json>(path, { css: "a {}" })).body).toEqual(changed);
  expect((await alpha.get<Json>(path)).body.result).toMatchObject({ template_name: "Night", css: "a {}" });
  expect((await alpha.delete<Json>(path)).body).toEqual({ message: "OK" });
  expect((await alpha.get(path)).status).toBe(404);
});

test("templates are found by name and content, and deleted in bulk", async () => {
  const ids: number[] = [];
  for (const [template_name, css] of [
    ["Sea", "a { color: blue }"],
    ["Forest", "a { color: GREEN }"],
    ["Greenhouse", ""],
  ]) {
    ids.push((await alpha.post<Json>(BASE, { template_name, css })).body.id);
  }
  const q = "(filters:!((col:template_name,opr:css_template_all_text,value:green)),order_column:template_name)";
  const found = await gamma.get<Json>(`${BASE}?q=${q}`);
  expect(found.body).toMatchObject({ count: 2, ids: [ids[1], ids[2]], list_title: "List Css Template" });
  expect((await alpha.delete(`${BASE}?q=!(${ids[0]},9999)`)).status).toBe(404);
  expect((await alpha.delete<Json>(`${BASE}?q=!(${ids[0]})`)).body).toEqual({ message: "Deleted 1 css template" });
  expect((await alpha.delete<Json>(`${BASE}?q=!(${ids[1]},${ids[2]})`)).body).toEqual({
    message: "Deleted 2 css templates",
  });
});

test("invalid bodies are reported by field, and users without the permission are rejected", async () => {
  expect(await alpha.post(BASE, { template_name: 5, colour: "red" })).toMatchObject({
    status: 422,
    body: { message: { template_name: ["Not a valid string."], colour: ["Unknown field."] } },
  });
  expect((await alpha.put(`${BASE}99999999999`, {})).status).toBe(404);
  expect((await server.anonymous.get(BASE)).status).toBe(401);
  expect((await gamma.post(BASE, NIGHT)).status).toBe(403);
  expect((await gamma.delete(`${BASE}1`)).status).toBe(403);
});
