import type { Name, Scaffold } from "./scaffold.ts";

export function resource(name: Name): Scaffold {
  const folder = `src/api/${name.kebab}`;
  const registry = "src/api/index.ts";
  const migrations = "src/server/store/migrations/index.ts";
  return {
    files: {
      [`${folder}/contract.ts`]: contract(name),
      [`${folder}/routes.ts`]: routes(name),
      [`${folder}/${name.kebab}.test.ts`]: test(name),
      [`src/server/store/migrations/add-${name.kebab}.ts`]: migration(name),
    },
    lines: [
      { file: registry, line: `import { ${name.camel}Resource } from "./${name.kebab}/routes.ts";`, before: /^$/ },
      { file: registry, line: `  ${name.camel}Resource,`, before: /^\];/ },
      { file: migrations, line: `import { add${name.pascal} } from "./add-${name.kebab}.ts";`, before: /^$/ },
      { file: migrations, line: `  add${name.pascal},`, before: /^\];/ },
      {
        file: "src/server/store/tables.ts",
        line: `  ${name.snake}s: Audited & { id: Generated<number>; title: string };`,
        before: /^}/,
      },
      {
        file: "src/server/auth/role-matrix.ts",
        line: `  ["${name.pascal}", "can_read can_write", "Aag"],`,
        before: /^ {2}\.\.\.menus\(/,
      },
    ],
  };
}

const contract = (name: Name) => `import { z } from "zod";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  deleteOperations,
  IdParams,
  Person,
  ShowQuery,
  shownResponse,
} from "../../model/resource.ts";

export const ${name.pascal} = z.looseObject({
  id: z.number(),
  title: z.string(),
  changed_on: z.string(),
  changed_by: Person.nullish(),
});
export const Save${name.pascal} = z.strictObject({ title: z.string().min(1).max(250) });

export const { list, info } = collectionOperations("${name.snake}", ${name.pascal});
export const { remove, removeMany } = deleteOperations("${name.snake}");

const Written = z.object({ id: z.number(), result: Save${name.pascal} });

export const show = operation({
  id: "${name.snake}.show",
  method: "GET",
  path: "/api/v1/${name.snake}/:id",
  summary: "A ${name.title.toLowerCase()}",
  params: IdParams,
  q: ShowQuery,
  response: shownResponse(${name.pascal}.partial()),
});
export const create = operation({
  id: "${name.snake}.create",
  method: "POST",
  path: "/api/v1/${name.snake}/",
  summary: "Create a ${name.title.toLowerCase()}",
  body: Save${name.pascal},
  response: Written,
  status: 201,
});
export const update = operation({
  id: "${name.snake}.update",
  method: "PUT",
  path: "/api/v1/${name.snake}/:id",
  summary: "Change a ${name.title.toLowerCase()}",
  params: IdParams,
  body: Save${name.pascal},
  response: Written,
});
`;

const routes = (name: Name) => `import type { Kysely } from "kysely";
import { crud } from "../../server/http/crud.ts";
import { collectionRoutes, type ListDefinition, userColumns } from "../../server/http/resource-list.ts";
import type { Resource } from "../../server/http/route.ts";
import { saveIfMatch } from "../../server/http/etag.ts";
import { historiesOf } from "../../server/store/users.ts";
import { changedBy, createdBy, stampOf } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import * as contract from "./contract.ts";

const TABLE = "${name.snake}s";

const LIST: ListDefinition = {
  view: "${name.pascal}",
  title: "List ${name.title}",
  table: TABLE,
  permissions: ["can_read", "can_write"],
  columns: ["id", "title", "changed_on", ...userColumns("changed_by")],
  search: { title: { type: "text", column: \`\${TABLE}.title\` } },
  order: { title: { by: "title", text: true }, changed_on: "changed_on" },
  present: async ({ app }, ids) => {
    const rows = await rowsByIds(app.db, ids);
    const historyOf = await historiesOf(app, rows);
    return rows.map((row) => ({ id: row.id, title: row.title, ...historyOf(row) }));
  },
  createBody: contract.Save${name.pascal},
  updateBody: contract.Save${name.pascal},
};

function rowsByIds(db: Kysely<Tables>, ids: readonly number[]) {
  return db.selectFrom(TABLE).selectAll().where("id", "in", ids).execute();
}

export const ${name.camel}Resource: Resource = {
  name: "${name.kebab}",
  routes: [
    ...collectionRoutes(contract, LIST),
    ...crud(contract, LIST, {
      audit: { api: "${name.pascal}RestApi" },
      find: ({ app }, ids) => rowsByIds(app.db, ids),
      stateOf: (row) => row.changed_on,
      create: async ({ app, user }, { body }) => {
        const row = { ...body, ...createdBy(stampOf(app, user)) };
        const { id } = await app.db.insertInto(TABLE).values(row).returning("id").executeTakeFirstOrThrow();
        return { id, result: body };
      },
      update: async (ctx, { id }, { body }) => {
        await saveIfMatch(ctx, { table: TABLE, id }, (trx, stamp) =>
          trx.updateTable(TABLE).set({ ...body, ...changedBy(stamp) }).where("id", "=", id).execute(),
        );
        return { id, result: body };
      },
      remove: ({ app }, ids) => app.db.deleteFrom(TABLE).where("id", "in", ids).execute(),
    }),
  ],
};
`;

const migration = (name: Name) => `import type { Migration } from "../migrate.ts";
import { AUDIT, identity } from "./first-schema.ts";

export const add${name.pascal}: Migration = {
  name: "add-${name.kebab}",
  statements: (dialect) => [\`create table ${name.snake}s (id \${identity(dialect)}, title text not null, \${AUDIT})\`],
};
`;

const test = (name: Name) => `import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { ${name.camel}Resource } from "./routes.ts";

let server: TestServer;
let alpha: TestClient;
beforeAll(async () => {
  server = await startTestServer({ resources: [${name.camel}Resource] });
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());

const BASE = "/api/v1/${name.snake}/";
const made = async (title: string) => (await alpha.post<{ id: number }>(BASE, { title })).body.id;

test("rows are made, read, changed and deleted", async () => {
  const path = \`\${BASE}\${await made("First")}\`;
  expect((await alpha.get(path)).body).toMatchObject({ result: { title: "First", changed_by: { first_name: "Alpha" } } });
  expect((await alpha.put(path, { title: "Second" })).status).toBe(200);
  expect((await alpha.get(BASE)).body).toMatchObject({ count: 1, result: [{ title: "Second" }] });
  expect((await alpha.delete(path)).body).toEqual({ message: "OK" });
  expect((await alpha.get(path)).status).toBe(404);
});

test("rows are deleted together", async () => {
  const ids = [await made("One"), await made("Two")];
  expect((await alpha.delete(\`\${BASE}?q=!(\${ids},9999)\`)).status).toBe(404);
  expect((await alpha.delete<{ message: string }>(\`\${BASE}?q=!(\${ids})\`)).body.message).toMatch(/^Deleted 2 /);
});

test("a save over one that the client has not seen is refused", async () => {
  const path = \`\${BASE}\${await made("Before")}\`;
  const state = (await alpha.get(path)).headers.get("etag") ?? "";
  await alpha.put(path, { title: "Between" });
  expect((await alpha.put(path, { title: "After" }, { "if-match": state })).status).toBe(412);
});

test("bad bodies, strangers and users without the permission are refused", async () => {
  expect((await alpha.post(BASE, {})).status).toBe(400);
  expect((await server.anonymous.get(BASE)).status).toBe(401);
  expect((await (await server.as("nobody", ["Public"])).post(BASE, { title: "x" })).status).toBe(403);
});
`;
