import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { collectionOperations } from "../../model/resource.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { containsText } from "../store/text-match.ts";
import { conditionOf } from "./list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, labelOf, pick, type WireRow } from "./resource-list.ts";
import type { Context } from "./route.ts";

const operations = collectionOperations("dashboard", z.looseObject({}));

const DEFINITION: ListDefinition = {
  view: "Dashboard",
  title: "List Dashboard",
  table: "dashboards",
  permissions: ["can_read", "can_write", "can_set_embedded"],
  columns: ["id", "dashboard_title", "published", "changed_on", "created_by.first_name", "owners.id", "owners.email"],
  search: {
    id: { type: "number", column: "dashboards.id" },
    uuid: { type: "uuid", column: "dashboards.uuid" },
    dashboard_title: { type: "text", column: "dashboards.dashboard_title" },
    published: { type: "boolean", column: "dashboards.published" },
    changed_on: { type: "date", column: "dashboards.changed_on" },
    created_by: { type: "one", column: "dashboards.created_by_fk" },
    owners: {
      type: "many",
      table: "dashboard_owners",
      own: "dashboard_id",
      column: "dashboards.id",
      other: "user_id",
    },
  },
  filters: { "dashboard_title:title_or_slug": (value) => containsText(sql.ref("dashboards.slug"), String(value)) },
  order: {
    dashboard_title: { by: "dashboard_title", text: true },
    changed_on: "changed_on",
    published: "dashboards.published",
    "created_by.first_name": firstNameOf("dashboards.created_by_fk"),
  },
  baseOrder: { column: "changed_on", direction: "desc" },
  visible: ({ user }) => (user.isAdmin ? undefined : sql`dashboards.published = ${true}`),
  present,
  related: {
    owners: { kind: "users", withEmail: true },
    created_by: { kind: "users" },
    roles: { kind: "roles" },
    dashboard: { kind: "rows", table: "dashboards", text: "dashboards.dashboard_title" },
  },
  distinct: { css: "dashboards.css" },
  createBody: z.strictObject({ dashboard_title: z.string(), owners: z.array(z.number()).optional() }),
};

async function present({ app }: Context, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await app.db.selectFrom("dashboards").selectAll().where("id", "in", ids).execute();
  const people = await app.db.selectFrom("users").selectAll().execute();
  const owners = await app.db.selectFrom("dashboard_owners").selectAll().execute();
  return rows.toReversed().map((row) => ({
    ...row,
    created_by: people.find((person) => person.id === row.created_by_fk) ?? null,
    owners: people.filter((p) => owners.some((o) => o.dashboard_id === row.id && o.user_id === p.id)),
  }));
}

let server: TestServer;
let admin: TestClient;
let ada: number;
let bob: number;
const ids: Record<string, number> = {};

const ROWS = [
  { title: "alpha", slug: "one", published: true, css: "b", by: "ada", owners: ["ada", "bob"] },
  { title: "Beta 100%", slug: "two", published: true, css: "a", by: "bob", owners: ["bob"] },
  { title: "Ängström", slug: "three_x", published: false, css: "b", by: "ada", owners: [] },
  { title: null, slug: null, published: false, css: null, by: null, owners: ["ada"] },
] as const;

beforeAll(async () => {
  server = await startTestServer({ resources: [{ name: "d", routes: collectionRoutes(operations, DEFINITION) }] });
  admin = await server.as("admin");
  ada = await server.userId("ada");
  bob = await server.userId("bob");
  const idOf: Record<string, number> = { ada, bob };
  for (const row of ROWS) {
    const now = server.app.clock.timestamp();
    const { id } = await server.app.db
      .insertInto("dashboards")
      .values({
        uuid: randomUUID(),
        dashboard_title: row.title,
        slug: row.slug,
        published: row.published,
        css: row.css,
        created_by_fk: row.by ? (idOf[row.by] ?? null) : null,
        created_on: now,
        changed_on: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids[row.title ?? "none"] = id;
    for (const owner of row.owners) {
      await server.app.db
        .insertInto("dashboard_owners")
        .values({ dashboard_id: id, user_id: idOf[owner] ?? 0 })
        .execute();
    }
  }
});
afterAll(() => server.stop());

interface List {
  count: number;
  ids: number[];
  result: Record<string, unknown>[];
  list_columns?: string[];
  order_columns?: string[];
  label_columns?: Record<string, string>;
  list_title?: string;
  message?: string;
}

async function list(q: string, client = admin) {
  const { status, body } = await client.get<List>(`/api/v1/dashboard/?q=${encodeURIComponent(q)}`);
  return { status, ...body, titles: body.result?.map((row) => row.dashboard_title) };
}

const filter = (col: string, opr: string, value: string) =>
  list(`(filters:!((col:${col},opr:${opr},value:${value})),order_column:dashboard_title)`);

describe("filters", () => {
  test.each([
    ["dashboard_title", "sw", "ALP", ["alpha"]],
    ["dashboard_title", "ew", "'100%'", ["Beta 100%"]],
    ["dashboard_title", "ct", "ÄNG", ["Ängström"]],
    ["dashboard_title", "ct", "'%'", ["Beta 100%"]],
    ["dashboard_title", "nct", "a", ["Ängström", null]],
    ["dashboard_title", "nsw", "a", ["Beta 100%", "Ängström", null]],
    ["dashboard_title", "new", "a", ["Beta 100%", "Ängström", null]],
    ["dashboard_title", "eq", "alpha", ["alpha"]],
    ["dashboard_title", "eq", "Alpha", []],
    ["dashboard_title", "eq", "!n", [null]],
    ["dashboard_title", "neq", "alpha", ["Beta 100%", "Ängström", null]],
    ["dashboard_title", "in", "!(alpha,Ängström)", ["alpha", "Ängström"]],
    ["dashboard_title", "in", "!()", []],
    ["dashboard_title", "not_in", "!(alpha)", ["Beta 100%", "Ängström", null]],
    ["dashboard_title", "title_or_slug", "'E_'", ["Ängström"]],
    ["published", "eq", "!t", ["alpha", "Beta 100%"]],
    ["published", "neq", "!t", ["Ängström", null]],
    ["changed_on", "gt", "'2020-01-01'", ["alpha", "Beta 100%", "Ängström", null]],
    ["changed_on", "lt", "1577836800000", []],
  ])("%s %s %s", async (col, opr, value, expected) => {
    const { count, titles } = await filter(col, opr, value);
    expect(titles).toEqual(expected);
    expect(count).toBe(expected.length);
  });

  test("work by creator, owner and several owners", async () => {
    expect((await filter("created_by", "rel_o_m", String(ada))).titles).toEqual(["alpha", "Ängström"]);
    expect((await filter("created_by", "nrel_o_m", String(ada))).titles).toEqual(["Beta 100%", null]);
    expect((await filter("owners", "rel_m_m", String(ada))).titles).toEqual(["alpha", null]);
    expect((await filter("owners", "rel_m_m", `!(${ada},${bob})`)).titles).toEqual(["alpha"]);
    expect((await filter("owners", "rel_m_m", `!(${ada},${ada})`)).titles).toEqual(["alpha", null]);
    const thousands = Array.from({ length: 2000 }, (_, i) => 1000 + i);
    expect((await filter("owners", "rel_m_m", `!(${thousands})`)).titles).toEqual([]);
  });

  test("work by number, and can be combined", async () => {
    const id = ids.alpha ?? 0;
    expect((await filter("id", "eq", String(id))).titles).toEqual(["alpha"]);
    expect((await filter("id", "gt", `'${id}'`)).count).toBe(3);
    const both = "(filters:!((col:published,opr:eq,value:!t),(col:dashboard_title,opr:ct,value:b)))";
    expect((await list(both)).titles).toEqual(["Beta 100%"]);
  });

  test.each([
    ["nope", "eq", "1", "Filter column: nope not allowed to filter"],
    ["constructor", "eq", "1", "Filter column: constructor not allowed to filter"],
    ["published", "ct", "1", "Filter operation: ct not allowed on column: published"],
    [
      "dashboard_title",
      "chart_all_text",
      "1",
      "Filter operation: chart_all_text not allowed on column: dashboard_title",
    ],
    ["id", "eq", "abc", "Filter value not valid for column: id"],
    ["owners", "rel_m_m", "99999999999", "Filter value not valid for column: owners"],
    ["changed_on", "gt", "soon", "Filter value not valid for column: changed_on"],
  ])("rejects %s %s %s", async (col, opr, value, message) => {
    expect(await filter(col, opr, value)).toMatchObject({ status: 400, message });
  });

  test("rejects an invalid operator before querying the store", () => {
    expect(() =>
      conditionOf({ type: "number", column: "x.y" }, { col: "y", opr: "sw", value: "1); drop table users; --" }),
    ).toThrow("Filter operation: sw not allowed on column: y");
  });
});

describe("order and pages", () => {
  test("has a default order, and sorts by columns with nulls last in both directions", async () => {
    expect((await list("()")).titles).toEqual([null, "Ängström", "Beta 100%", "alpha"]);
    expect((await list("(order_column:dashboard_title,order_direction:desc)")).titles).toEqual([
      "Ängström",
      "Beta 100%",
      "alpha",
      null,
    ]);
    expect((await list("(order_column:created_by.first_name)")).titles).toEqual([
      "alpha",
      "Ängström",
      "Beta 100%",
      null,
    ]);
    expect(await list("(order_column:position_json)")).toMatchObject({
      status: 400,
      message: "Invalid order by column: position_json",
    });
  });

  test("pages start at 0 and keep the total; sizes are clamped", async () => {
    const page = await list("(order_column:dashboard_title,page:1,page_size:3)");
    expect([page.count, page.ids.length, page.titles]).toEqual([4, 1, [null]]);
    expect((await list("(page:9)")).result).toEqual([]);
    for (const size of [0, -1, 1000]) expect((await list(`(page_size:${size})`)).result).toHaveLength(4);
    expect((await list("(page:1e300)")).result).toEqual([]);
  });

  test("the default page has 20 rows, the largest 100", async () => {
    const now = server.app.clock.timestamp();
    const many = Array.from({ length: 110 }, (_, n) => ({
      uuid: randomUUID(),
      dashboard_title: `many ${n}`,
      created_on: now,
      changed_on: now,
    }));
    await server.app.db.insertInto("dashboards").values(many).execute();
    expect((await list("()")).result).toHaveLength(20);
    expect((await list("(page_size:500)")).result).toHaveLength(100);
    await server.app.db.deleteFrom("dashboards").where("dashboard_title", "like", "many %").execute();
  });
});

describe("response", () => {
  test("has metadata, limited by columns or keys", async () => {
    const all = await list("()");
    expect(all.list_columns).toEqual(DEFINITION.columns);
    expect(all.order_columns).toEqual(Object.keys(DEFINITION.order));
    expect(all.label_columns?.["created_by.first_name"]).toBe("Created By First Name");
    expect(all.list_title).toBe("List Dashboard");
    const some = await list("(columns:!(id,created_by.first_name,owners.email,secret))");
    expect(some.list_columns).toEqual(["id", "created_by.first_name", "owners.email"]);
    expect(some.order_columns).toEqual(["created_by.first_name"]);
    const row = some.result.find(({ id }) => id === ids.alpha);
    expect(row).toEqual({
      id: ids.alpha,
      created_by: { first_name: "Ada" },
      owners: [{ email: "ada@example.org" }, { email: "bob@example.org" }],
    });
    const none = await list("(keys:!(none))");
    expect(Object.keys(none).sort()).toEqual(["count", "ids", "result", "status", "titles"]);
    expect(Object.keys(await list("(keys:!(list_title))"))).toContain("list_title");
  });

  test("rejects columns and select_columns together", async () => {
    expect(await list("(columns:!(id),select_columns:!(id))")).toMatchObject({
      status: 400,
      message: "Cannot use both select and sel columns",
    });
    expect((await list("(select_columns:!(id))")).result[0]).toEqual({ id: ids.none });
  });

  test("users see only visible rows, in totals too", async () => {
    const { count, titles } = await list("()", await server.as("gamma"));
    expect([count, titles]).toEqual([2, ["Beta 100%", "alpha"]]);
    expect((await server.anonymous.get("/api/v1/dashboard/")).status).toBe(401);
    expect((await (await server.as("p", ["Public"])).get("/api/v1/dashboard/")).status).toBe(403);
  });
});

describe("_info", () => {
  test("returns the caller's permissions, filters per column and body fields", async () => {
    const { body } = await admin.get<Record<string, unknown>>("/api/v1/dashboard/_info");
    expect(body.permissions).toEqual(["can_read", "can_write", "can_set_embedded"]);
    expect((body.filters as Record<string, unknown>).published).toEqual([
      { name: "Equal to", operator: "eq" },
      { name: "Not Equal to", operator: "neq" },
    ]);
    expect((body.filters as Record<string, { operator: string }[]>).dashboard_title?.at(-1)?.operator).toBe(
      "title_or_slug",
    );
    expect(body.add_columns).toMatchObject([
      { name: "dashboard_title", label: "Dashboard Title", type: "String", required: true },
      { name: "owners", type: "List", required: false },
    ]);
    const gamma = await server.as("gamma");
    expect((await gamma.get("/api/v1/dashboard/_info?q=(keys:!(permissions))")).body).toEqual({
      permissions: ["can_read", "can_write"],
    });
  });
});

describe("related and distinct", () => {
  test("ignore inherited property names", async () => {
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect((await admin.get(`/api/v1/dashboard/related/${name}`)).status).toBe(404);
      expect((await admin.get(`/api/v1/dashboard/distinct/${name}`)).status).toBe(404);
    }
  });

  const related = (column: string, q: string) =>
    admin.get<{ count: number; result: { text: string; value: number; extra: object }[] }>(
      `/api/v1/dashboard/related/${column}?q=${encodeURIComponent(q)}`,
    );

  test("find users by name or username, with picker details", async () => {
    const { body } = await related("owners", "(filter:'ADA u')");
    expect(body).toEqual({
      count: 1,
      result: [{ value: ada, text: "Ada User", extra: { email: "ada@example.org", active: true } }],
    });
    expect((await related("created_by", "(filter:bob)")).body.result).toEqual([
      { value: bob, text: "Bob User", extra: {} },
    ]);
    expect((await related("roles", "(filter:amm)")).body.result.map((item) => item.text)).toEqual(["Gamma"]);
    expect((await related("dashboard", "(filter:be)")).body.result.map((item) => item.text)).toEqual(["Beta 100%"]);
  });

  test("return pages and included ids", async () => {
    const first = (await related("owners", "(page_size:1)")).body;
    expect([first.count, first.result.length]).toEqual([6, 1]);
    const { body } = await related("owners", `(filter:ada,include_ids:!(${bob},${ada},424242))`);
    expect([body.count, body.result.map((item) => item.value)]).toEqual([2, [ada, bob]]);
    expect((await related("owners", `(page:1,include_ids:!(${bob}))`)).status).toBe(422);
  });

  test("return 404 for unknown columns", async () => {
    expect((await related("slug", "()")).status).toBe(404);
    expect((await admin.get("/api/v1/dashboard/distinct/slug")).status).toBe(404);
  });

  test("return distinct visible values without nulls", async () => {
    expect((await admin.get("/api/v1/dashboard/distinct/css")).body).toEqual({
      count: 2,
      result: [
        { text: "a", value: "a" },
        { text: "b", value: "b" },
      ],
    });
    expect((await admin.get("/api/v1/dashboard/distinct/css?q=(filter:B)")).body).toMatchObject({ count: 1 });
  });
});

test("derives labels from column names, and picks nested fields", () => {
  expect(labelOf("changed_on_delta_humanized")).toBe("Changed On Delta Humanized");
  expect(pick({ a: 1, b: { c: [{ d: 1, e: 2 }], f: null } }, ["a", "b.c.d", "b.f.g", "z"])).toEqual({
    a: 1,
    b: { c: [{ d: 1 }], f: null },
    z: null,
  });
});
