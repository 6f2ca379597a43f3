import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { forbidden, unprocessable } from "../../model/errors.ts";
import { operation } from "../../model/operation.ts";
import { deleteOperations, IdList, IdParams, MessageResponse, ShowQuery, shownResponse } from "../../model/resource.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { issueGuestToken } from "../auth/guest-tokens.ts";
import { crud } from "./crud.ts";
import type { ListDefinition, WireRow } from "./resource-list.ts";

interface Story {
  id: number;
  shelf: number;
  title: string;
}

let stories: Story[] = [];
let requestedIds: number[] = [];

const Title = z.strictObject({ title: z.string() });
const SHELF = "/api/v1/shelf/:id/story";
const StoryParams = z.object({ id: z.coerce.number().int(), story_id: z.coerce.number().int() });
const show = { id: "story.show", method: "GET", path: "/api/v1/story/:id", summary: "A story" } as const;
const update = { ...show, id: "story.update", method: "PUT" } as const;
const create = { ...show, id: "story.create", method: "POST", path: "/api/v1/story/", status: 201 } as const;
const Written = z.looseObject({ result: Title });

const free = {
  ...deleteOperations("story"),
  show: operation({ ...show, params: IdParams, q: ShowQuery, response: shownResponse(z.looseObject({})) }),
  create: operation({ ...create, body: Title, response: Written }),
  update: operation({ ...update, params: IdParams, body: Title, response: Written }),
};
const shelved = {
  show: operation({ ...free.show, id: "shelved.show", path: `${SHELF}/:story_id`, params: StoryParams }),
  create: operation({
    ...create,
    id: "shelved.create",
    path: `${SHELF}/`,
    params: IdParams,
    body: Title,
    response: Written,
  }),
  update: operation({ ...free.update, id: "shelved.update", path: `${SHELF}/:story_id`, params: StoryParams }),
  removeMany: operation({
    ...free.removeMany,
    id: "shelved.removeMany",
    path: `${SHELF}/`,
    params: IdParams,
    q: IdList,
    response: MessageResponse,
  }),
};

const LIST: ListDefinition = {
  view: "CssTemplate",
  title: "List Short Story",
  table: "css_templates",
  permissions: ["can_read", "can_write"],
  columns: ["id", "title"],
  search: {},
  order: {},
  present: async (_, ids): Promise<WireRow[]> =>
    stories
      .filter(({ id }) => ids.includes(id))
      .map((story) => ({ ...story, created_by: { id: 1, first_name: "Mary", last_name: "Shelley" } })),
};

const routes = crud(free, LIST, {
  audit: { kind: "theme", api: "StoryApi" },
  find: async (_, ids) => {
    requestedIds.push(...ids);
    return stories.filter(({ id, shelf }) => ids.includes(id) && shelf === 0);
  },
  assertWriter: ({ user }) => {
    if (user.username === "reader") throw forbidden();
  },
  stateOf: ({ title }) => title,
  options: { invalidStatus: 422 },
  create: (_, { body }) => {
    stories.push({ id: 9, shelf: 0, ...body });
    return { result: body };
  },
  update: async (_, story, { body }) => ({ result: Object.assign(story, body) && body }),
  remove: async (_, ids, rows) => {
    if (rows.some(({ title }) => title === "Kept")) throw unprocessable("It is kept.");
    stories = stories.filter(({ id }) => !ids.includes(id));
  },
});

const shelfRoutes = crud(shelved, LIST, {
  audit: { kind: "theme", api: "StoryApi" },
  find: async (_, ids, params) => stories.filter(({ id, shelf }) => ids.includes(id) && shelf === params.id),
  columns: ["id", "title"],
  create: (_, { params, body }) => {
    stories.push({ id: 9, shelf: params.id, ...body });
    return { result: body };
  },
  update: async (_, story, { body }) => ({ result: Object.assign(story, body) && body }),
  remove: async (_, ids) => {
    stories = stories.filter(({ id }) => !ids.includes(id));
  },
  noun: "saved query",
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/story/";

let server: TestServer;
let alpha: TestClient;
beforeAll(async () => {
  server = await startTestServer({ resources: [{ name: "story", routes: [...routes, ...shelfRoutes] }] });
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());
beforeEach(() => {
  requestedIds = [];
  stories = ["Sand", "Kept", "Rain"].map((title, i) => ({ id: i + 1, shelf: 0, title }));
  stories.push({ id: 4, shelf: 7, title: "Fog" });
});
const idsLeft = () => stories.map(({ id }) => id);

test("show returns the row, its column labels and its ETag", async () => {
  const { body, headers } = await alpha.get<Json>(`${BASE}1`);
  expect(body).toMatchObject({ id: 1, result: { title: "Sand", shelf: 0, created_by: { first_name: "Mary" } } });
  expect(body.show_columns).toEqual([
    ...["id", "shelf", "title"],
    ...["created_by.first_name", "created_by.id", "created_by.last_name"],
  ]);
  expect([body.show_title, headers.get("etag")]).toEqual(["Show Short Story", '"Sand"']);
  const chosen = await alpha.get<Json>(`${BASE}1?q=(columns:!(title,secret),keys:!(none))`);
  expect(chosen.body).toEqual({ id: 1, result: { title: "Sand" } });
});

test("guests don't see the author", async () => {
  const token = await issueGuestToken(server.app, { user: { username: "visitor" }, resources: [], rls_rules: [] });
  const { body } = await server.anonymous.get<Json>(`${BASE}1`, { "x-guesttoken": token });
  expect(body.result).toMatchObject({ title: "Sand", created_by: null });
});

test("creates, updates and deletes rows", async () => {
  expect(await alpha.post(BASE, { title: "Snow" })).toMatchObject({ status: 201, body: { result: { title: "Snow" } } });
  expect((await alpha.put<Json>(`${BASE}9`, { title: "Ice" })).body).toEqual({ result: { title: "Ice" } });
  expect((await alpha.get<Json>(`${BASE}9`)).body.result.title).toBe("Ice");
  expect((await alpha.delete(`${BASE}9`)).body).toEqual({ message: "OK" });
  expect(idsLeft()).toEqual([1, 2, 3, 4]);
  expect((await alpha.post(BASE, { title: 1 })).status).toBe(422);
  expect((await alpha.put(`${BASE}1`, { title: 1 })).status).toBe(422);
});

describe("missing rows", () => {
  test.each([["9"], ["0"], ["-1"], ["2147483648"], ["4"]])("id %s is not found", async (id) => {
    expect((await alpha.get(BASE + id)).status).toBe(404);
    expect((await alpha.put(BASE + id, { title: "x" })).status).toBe(404);
    expect((await alpha.delete(BASE + id)).status).toBe(404);
    expect((await alpha.delete(`${BASE}?q=!(1,${id})`)).status).toBe(404);
    expect(idsLeft()).toEqual([1, 2, 3, 4]);
  });

  test("impossible ids aren't looked up", async () => {
    await alpha.get(`${BASE}0`);
    await alpha.delete(`${BASE}?q=!(0,-1,2147483648)`);
    expect(requestedIds).toEqual([]);
  });
});

describe("bulk delete", () => {
  test("deletes all rows", async () => {
    expect((await alpha.delete(`${BASE}?q=!(1,3,3)`)).body).toEqual({ message: "Deleted 2 items" });
    expect(idsLeft()).toEqual([2, 4]);
    stories.push({ id: 5, shelf: 0, title: "Wind" });
    expect((await alpha.delete(`${BASE}?q=!(5)`)).body).toEqual({ message: "Deleted 1 item" });
  });

  test("deletes nothing if one row can't be deleted or isn't found", async () => {
    expect((await alpha.delete(`${BASE}?q=!(1,2)`)).status).toBe(422);
    expect((await alpha.delete(`${BASE}?q=!()`)).status).toBe(404);
    expect(idsLeft()).toEqual([1, 2, 3, 4]);
  });
});

describe("write access", () => {
  test("requires the permission", async () => {
    const gamma = await server.as("gamma");
    expect((await gamma.get(`${BASE}1`)).status).toBe(200);
    expect((await gamma.post(BASE, { title: "x" })).status).toBe(403);
    expect((await gamma.put(`${BASE}1`, { title: "x" })).status).toBe(403);
    expect((await gamma.delete(`${BASE}1`)).status).toBe(403);
    expect((await gamma.delete(`${BASE}?q=!(1)`)).status).toBe(403);
  });

  test("checks the resource's own rule before looking up a row", async () => {
    const reader = await server.as("reader", ["Alpha"]);
    expect((await reader.post(BASE, { title: "x" })).status).toBe(403);
    expect((await reader.put(`${BASE}999`, { title: "x" })).status).toBe(403);
    expect((await reader.delete(`${BASE}999`)).status).toBe(403);
    expect((await reader.delete(`${BASE}?q=!(999)`)).status).toBe(403);
    expect([requestedIds, idsLeft()]).toEqual([[], [1, 2, 3, 4]]);
  });
});

test("nested rows are found by both ids of the path", async () => {
  const shelf = "/api/v1/shelf/7/story/";
  const { body, headers } = await alpha.get<Json>(`${shelf}4`);
  expect(body).toMatchObject({ id: 4, result: { id: 4, title: "Fog" }, show_columns: ["id", "title"] });
  expect([Object.keys(body.result), headers.get("etag")]).toEqual([["id", "title"], null]);
  expect((await alpha.get<Json>(`${shelf}4?q=(columns:!(shelf))`)).body.show_columns).toEqual(["id", "title"]);
  expect((await alpha.get(`${shelf}1`)).status).toBe(404);
  expect((await alpha.post(shelf, { title: "Dew" })).status).toBe(201);
  expect((await alpha.put(`${shelf}9`, { title: "Mist" })).status).toBe(200);
  expect((await alpha.delete(`${shelf}?q=!(4,1)`)).status).toBe(404);
  expect((await alpha.delete(`${shelf}?q=!(4,9)`)).body).toEqual({ message: "Deleted 2 saved queries" });
  expect(idsLeft()).toEqual([1, 2, 3]);
  expect((await alpha.delete(`${shelf}4`)).status).toBe(405);
});
