import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let gamma: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/theme/";
const SEA = JSON.stringify({ algorithm: "dark", token: { colorPrimary: "#2893B3", brandLogoUrl: "/static/sea.png" } });
const newTheme = async (theme_name: string, json_data = SEA): Promise<number> =>
  (await gamma.post<Json>(BASE, { theme_name, json_data })).body.id;

test("themes are created, read, changed and deleted", async () => {
  const created = await gamma.post<Json>(BASE, { theme_name: "Sea", json_data: SEA });
  expect(created).toMatchObject({ status: 201, body: { result: { theme_name: "Sea" } } });
  const path = BASE + created.body.id;
  const shown = await gamma.get<Json>(path);
  expect(shown.body.result).toMatchObject({
    theme_name: "Sea",
    json_data: SEA,
    uuid: expect.stringMatching(/^[\da-f-]{36}$/),
    is_system: false,
    is_system_default: false,
    is_system_dark: false,
    changed_by: { first_name: "Gamma" },
  });
  const changed = await gamma.put<Json>(path, { ...shown.body.result, theme_name: "Ocean", is_system_default: true });
  expect(changed).toMatchObject({ status: 200, body: { id: created.body.id, result: { theme_name: "Ocean" } } });
  expect((await gamma.get<Json>(path)).body.result).toMatchObject({ theme_name: "Ocean", is_system_default: false });
  expect((await gamma.delete<Json>(path)).body).toEqual({ message: "Deleted 1 theme" });
  expect((await gamma.get(path)).status).toBe(404);
});

test("themes are searched by name and tokens, and deleted in bulk", async () => {
  const ids = [await newTheme("Dunes"), await newTheme("Steel", '{"token":{"colorInfo":"dunegrass"}}')];
  const found = await gamma.get<Json>(`${BASE}?q=(filters:!((col:theme_name,opr:theme_all_text,value:DUNE)))`);
  expect(found.body).toMatchObject({ count: 2, ids, list_title: "List Theme" });
  expect((await gamma.delete<Json>(`${BASE}?q=!(${ids})`)).body).toEqual({ message: "Deleted 2 themes" });
});

test("administrators choose the default and the dark default theme", async () => {
  const [day, night] = [await newTheme("Day"), await newTheme("Night")];
  expect((await gamma.put(`${BASE}${day}/set_system_default`)).status).toBe(403);
  expect((await gamma.delete(`${BASE}unset_system_dark`)).status).toBe(403);
  expect((await admin.put<Json>(`${BASE}${night}/set_system_default`)).body).toEqual({ id: night, result: "success" });
  await admin.put(`${BASE}${day}/set_system_default`);
  expect((await admin.put<Json>(`${BASE}${night}/set_system_dark`)).body).toEqual({ id: night, result: "success" });
  expect((await admin.put(`${BASE}99999/set_system_dark`)).status).toBe(404);
  const marks = "(columns:!(id,is_system_default,is_system_dark),order_column:theme_name)";
  expect((await gamma.get<Json>(`${BASE}?q=${marks}`)).body.result).toEqual([
    { id: day, is_system_default: true, is_system_dark: false },
    { id: night, is_system_default: false, is_system_dark: true },
  ]);
  expect(await gamma.delete(`${BASE}${night}`)).toMatchObject({ status: 422, body: { message: expect.any(String) } });
  expect((await gamma.delete(`${BASE}?q=!(${day},${night})`)).status).toBe(422);
  expect((await admin.delete<Json>(`${BASE}unset_system_default`)).body).toEqual({ result: "success" });
  expect((await admin.delete<Json>(`${BASE}unset_system_dark`)).body).toEqual({ result: "success" });
  expect((await gamma.delete<Json>(`${BASE}?q=!(${day},${night})`)).body).toEqual({ message: "Deleted 2 themes" });
});

test("a theme is changed by its creator and administrators, a default theme only by administrators", async () => {
  const own = `${BASE}${await newTheme("Mine")}`;
  const created = await admin.post<Json>(BASE, { theme_name: "Of others", json_data: SEA });
  const other = `${BASE}${created.body.id}`;
  const change = { theme_name: "Changed", json_data: "{}" };
  expect((await gamma.put(other, change)).status).toBe(403);
  expect((await gamma.delete(other)).status).toBe(403);
  expect((await gamma.delete(`${BASE}?q=!(${created.body.id})`)).status).toBe(403);
  for (const mark of ["default", "dark"]) {
    await admin.put(`${own}/set_system_${mark}`);
    expect((await gamma.put(own, change)).status).toBe(403);
    await admin.delete(`${BASE}unset_system_${mark}`);
  }
  expect((await gamma.get<Json>(other)).body.result).toMatchObject({ theme_name: "Of others", json_data: SEA });
  expect((await gamma.get<Json>(own)).body.result).toMatchObject({ theme_name: "Mine", json_data: SEA });
  for (const [who, path] of [
    [admin, own],
    [gamma, own],
    [admin, other],
  ] as const)
    expect((await who.put(path, change)).status).toBe(200);
  for (const path of [own, other]) expect((await admin.delete(path)).status).toBe(200);
});

test("built-in themes can't be changed", async () => {
  const id = await newTheme("Own");
  await server.app.db.updateTable("themes").set({ is_system: true }).where("id", "=", id).execute();
  expect((await admin.put(`${BASE}${id}`, { theme_name: "Mine", json_data: "{}" })).status).toBe(403);
  expect((await admin.delete(`${BASE}${id}`)).status).toBe(403);
  expect((await admin.delete(`${BASE}?q=!(${id})`)).status).toBe(403);
});

test("a dashboard shows its theme, and the default if that was deleted", async () => {
  const theme_id = await newTheme("Brand");
  const created = await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Branded", theme_id });
  const path = `/api/v1/dashboard/${created.body.id}`;
  expect((await admin.get<Json>(path)).body.result.theme).toEqual({
    id: theme_id,
    theme_name: "Brand",
    json_data: SEA,
  });
  await admin.delete(`${BASE}${theme_id}`);
  expect((await admin.get<Json>(path)).body.result.theme).toBeNull();
});

describe("rejects:", () => {
  test.each<[string, string]>([
    ["invalid JSON", "{"],
    ["a list", "[]"],
    ["an unknown algorithm", '{"algorithm":"neon"}'],
    ["tokens with invalid values", '{"token":{"colorPrimary":{"a":1}}}'],
    ["the end of a style sheet", '{"token":{"colorPrimary":"red}</style><script>"}}'],
    ["a URL within a style", '{"components":{"Button":{"colorBg":"url(//evil.example/x)"}}}'],
    ["a script as a URL", '{"token":{"brandLogoUrl":"javascript:alert(1)"}}'],
    ["another site without a scheme", '{"token":{"brandLogoUrl":"//evil.example/x.png"}}'],
    ["an image with a script", '{"token":{"brandSpinnerSvg":"<svg onload=alert(1)>"}}'],
    ["a color that is a number", '{"token":{"colorPrimary":5}}'],
    ["a component color that is a boolean", '{"components":{"Button":{"colorPrimary":true}}}'],
    ["a built-in property name", '{"token":{"__proto__":{"colorPrimary":"red"}}}'],
    ["deep nesting", `{"extra":${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ])("%s", async (_, json_data) => {
    expect(await gamma.post(BASE, { theme_name: "Bad", json_data })).toMatchObject({
      status: 400,
      body: { message: { json_data: [expect.stringMatching(/^Invalid (JSON|theme) configuration/)] } },
    });
  });

  test("a missing name, invalid JSON, and unknown fields", async () => {
    expect(await gamma.post(BASE, { theme_name: " ", is_system: true })).toMatchObject({
      status: 400,
      body: {
        message: {
          theme_name: ["Theme name cannot be empty."],
          json_data: ["Missing data for required field."],
          is_system: ["Unknown field."],
        },
      },
    });
    expect((await server.anonymous.get(BASE)).status).toBe(401);
    expect((await (await server.as("nobody", ["Public"])).post(BASE, {})).status).toBe(403);
  });
});
