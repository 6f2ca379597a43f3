import { randomUUID } from "node:crypto";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import type { Asset } from "./contract.ts";

let server: TestServer;
let admin: TestClient;
let deployer: TestClient;
let datasetUuid = "";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PLAN = "/api/v1/assets/plan";
const APPLY = "/api/v1/assets/apply";
const FORBIDDEN = "Forbidden";

beforeAll(async () => {
  server = await startTestServer({ onDisk: true, checkAnswers: false });
  const { carsId } = await loadSampleData(server.app);
  admin = await server.as("admin");
  const { db, events } = server.app;
  datasetUuid = (await db.selectFrom("datasets").select("uuid").where("id", "=", carsId).executeTakeFirstOrThrow())
    .uuid;
  const role = await db.insertInto("roles").values({ name: "Reads" }).returning("id").executeTakeFirstOrThrow();
  for (const [permission, view] of [
    ...["can_export", "can_import_"].map((name) => [name, "ImportExportRestApi"] as const),
    ...["Tag", "CssTemplate", "Annotation", "Row Level Security", "ReportSchedule"].map(
      (name) => ["can_read", name] as const,
    ),
  ])
    await db.insertInto("role_permissions").values({ role_id: role.id, permission, view }).execute();
  events.changed("role");
  deployer = await server.as("deployer", ["Reads"]);
});
afterAll(() => server.stop());

const numbered = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

function countStatements(): { end(): number } {
  const { app } = server;
  const { db } = app;
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  Object.assign(app, { db: db.withPlugin(counter) });
  return {
    end: () => {
      Object.assign(app, { db });
      return statements;
    },
  };
}

describe("large files", () => {
  test("thousands of tags and annotations are saved by few statements, and others save meanwhile", async () => {
    const annotation = { start_dttm: "2024-01-01T00:00:00", end_dttm: "2024-01-02T00:00:00" };
    const files = {
      "tags.yaml": { tags: numbered(3000, (i) => ({ tag_name: `many ${i}` })) },
      "annotation_layers/many.yaml": {
        name: "Many",
        annotations: numbered(2000, (i) => ({ ...annotation, short_descr: `a ${i}` })),
      },
    };
    const count = countStatements();
    const plan = admin.post<Json>(PLAN, { files });
    const others = numbered(3, (i) => admin.post("/api/v1/css_template/", { template_name: `Beside ${i}`, css: "" }));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([201, 201, 201]);
    const { status, body } = await plan;
    expect(status).toBe(200);
    expect(body.result.items.map(({ action }: Json) => action)).toEqual(["create", "create"]);
    expect(count.end()).toBeLessThan(300);
    expect(body.result.items[0].value.tags).toHaveLength(3000);
    const after = (await admin.get<{ result: Asset[] }>("/api/v1/assets/")).body.result;
    expect(after.some(({ kind }) => kind === "tags" || kind === "annotation_layer")).toBe(false);
  });

  test("a plan that holds the store for longer than ten seconds stops and changes nothing", async () => {
    const tags = numbered(300, (i) => ({ tag_name: `slow ${i}`, description: "longer" }));
    const now = performance.now.bind(performance);
    let ahead = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => {
      ahead += 500;
      return now() + ahead;
    });
    const { status, body } = await admin.post<Json>(PLAN, { files: { "tags.yaml": { tags } } });
    clock.mockRestore();
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain("takes longer than 10 seconds. Send fewer files at once.");
    const changed = await server.app.db.selectFrom("tags").select("id").where("description", "=", "longer").execute();
    expect(changed).toEqual([]);
    expect((await admin.post("/api/v1/css_template/", { template_name: "After", css: "" })).status).toBe(201);
  });

  test("with more than 20,000 entries are refused", async () => {
    const data_access = { catalogs: numbered(20_001, () => "[a].[b]") };
    const files = { "roles/many.yaml": { name: "Many", data_access } };
    const { status, body } = await admin.post<Json>(APPLY, { files });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining("Longer than maximum length 20000.")]);
  });
});

describe("without the right to save it", () => {
  const rule = (clause: string) => ({
    ...{ name: "Rule", filter_type: "Regular", clause },
    ...{ datasets: [datasetUuid], roles: ["Gamma"] },
  });
  const report = { type: "Report", name: "Daily", uuid: randomUUID(), crontab: "0 9 * * *", chart_uuid: randomUUID() };

  test.each<[string, () => unknown]>([
    ["tags.yaml", () => ({ tags: [{ tag_name: "new" }] })],
    ["css_templates/a.yaml", () => ({ template_name: "New", css: "a {}" })],
    ["annotation_layers/a.yaml", () => ({ name: "New" })],
    ["roles/a.yaml", () => ({ name: "New", data_access: { datasets: [randomUUID()] } })],
    ["reports/a.yaml", () => report],
    ["row_level_security/works.yaml", () => rule("Origin = 'USA'")],
    ["row_level_security/fails.yaml", () => rule("Orign = 'USA'")],
    ["row_level_security/wrong.yaml", () => rule("1 = (select")],
  ])("%s is refused before its content is looked at", async (path, file) => {
    for (const call of [PLAN, APPLY]) {
      const { status, body } = await deployer.post<Json>(call, { files: { [path]: file() } });
      expect([status, body.errors[0].extra[path]]).toEqual([422, FORBIDDEN]);
    }
  });

  test("removing is refused", async () => {
    await admin.post("/api/v1/css_template/", { template_name: "Kept", css: "" });
    const body = { remove: [{ kind: "css_template", key: "Kept" }] };
    expect((await deployer.post<Json>(APPLY, body)).status).toBe(422);
    const assets = (await admin.get<{ result: Asset[] }>("/api/v1/assets/")).body.result;
    expect(assets.some(({ name }) => name === "Kept")).toBe(true);
  });
});
