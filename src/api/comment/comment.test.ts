import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const PATH = "/api/v1/comment/";
const MINUTE_MS = 60_000;

let server: TestServer;
let data: SampleData;
let nowMs = Date.UTC(2026, 2, 2, 9);
/** Owns the dashboard. */
let owner: TestClient;
/** Reads it, as does `other`. */
let reader: TestClient;
let other: TestClient;
/** Can't open it. */
let stranger: TestClient;
let board: number;
let chart: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => nowMs) } });
  data = await loadSampleData(server.app);
  owner = await server.as("ola", ["Alpha"]);
  reader = await server.as("rea", ["Alpha"]);
  other = await server.as("otto", ["Alpha"]);
  stranger = await server.as("stella", ["Gamma"]);
  for (const name of ["ola", "rea", "otto", "stella"]) ids[name] = await server.userId(name);
  [board, chart] = await boardWithChart("Fleet");
});
afterAll(() => server.stop());

async function boardWithChart(title: string): Promise<[board: number, chart: number]> {
  const form = {
    slice_name: `${title} chart`,
    datasource_id: data.carsId,
    datasource_type: "table",
    viz_type: "table",
  };
  const chartId = (await owner.post<Json>("/api/v1/chart/", form)).body.id;
  const boardId = (await owner.post<Json>("/api/v1/dashboard/", { dashboard_title: title, published: true })).body.id;
  await owner.put(`/api/v1/chart/${chartId}`, { dashboards: [boardId] });
  return [boardId, chartId];
}

async function post(client: TestClient, body: object = {}) {
  nowMs += MINUTE_MS;
  return client.post<Json>(PATH, { object_type: "dashboard", object_id: board, text: "Why?", ...body });
}

async function added(client: TestClient, body: object = {}): Promise<number> {
  const answer = await post(client, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

const q = (more = "", type = "dashboard", id = board) => `?q=(object_type:${type},object_id:${id}${more})`;
const listed = async (client: TestClient, more?: string, type?: string, id?: number) =>
  (await client.get<Json>(`${PATH}${q(more, type, id)}`)).body;
const thread = async (id: number, client = reader) => (await client.get<Json>(`${PATH}${id}`)).body.result;

describe("comments on a dashboard", () => {
  test("form threads with replies, newest thread first, and name the chart they are about", async () => {
    const first = await added(reader, { chart_id: chart, text: "  Why is it so low?\n " });
    const second = await added(owner, { text: "Looks good" });
    const reply = await added(owner, { thread_id: first, text: "Bank holiday" });
    await added(reader, { thread_id: reply, text: "I see" });
    const { result, ...counts } = await listed(reader);
    expect(counts).toMatchObject({ count: 2, open: 2, resolved: 0, sends_mail: false });
    expect(result.map(({ id }: Json) => id)).toEqual([second, first]);
    expect(result[1]).toMatchObject({
      text: "Why is it so low?",
      chart: { id: chart, slice_name: "Fleet chart" },
      author: { id: ids.rea },
      reply_count: 2,
      replies: [
        { text: "Bank holiday", thread_id: first, author: { id: ids.ola } },
        { text: "I see", author: { id: ids.rea } },
      ],
    });
    expect((await reader.get<Json>(`${PATH}count/${q()}`)).body.result).toEqual({ open: 2 });
  });

  test("come with the newest replies; the thread has all, by the id of any of its comments", async () => {
    const first = await added(reader);
    const replies: number[] = [];
    for (let n = 0; n < 5; n++) replies.push(await added(owner, { thread_id: first, text: `reply ${n}` }));
    const [shown] = (await listed(reader, ",page_size:1")).result;
    expect(shown).toMatchObject({ id: first, reply_count: 5 });
    expect(shown.replies.map(({ id }: Json) => id)).toEqual(replies.slice(-3));
    expect((await thread(replies[1] ?? 0)).replies.map(({ id }: Json) => id)).toEqual(replies);
  });

  test("are pages of at most 50", async () => {
    const [id] = await boardWithChart("Pages");
    for (let n = 0; n < 3; n++) await added(owner, { object_id: id, text: `thread ${n}` });
    const texts = async (more: string) =>
      (await listed(owner, more, "dashboard", id)).result.map(({ text }: Json) => text);
    expect(await texts(",page:1,page_size:2")).toEqual(["thread 0"]);
    expect(await texts(",page_size:-1")).toHaveLength(3);
    expect(await texts(",page:99999999999")).toEqual([]);
  });

  test("can be edited and deleted by their author; the deleted start of a thread keeps its replies", async () => {
    const first = await added(reader, { text: "Wrong numbers" });
    expect(await reader.put(`${PATH}${first}`, { text: "Right numbers" })).toMatchObject({ status: 200 });
    expect(await thread(first)).toMatchObject({ text: "Right numbers", edited_on: expect.any(String) });
    const reply = await added(other, { thread_id: first });
    expect(await reader.delete(`${PATH}${first}`)).toMatchObject({ status: 200 });
    expect(await thread(first)).toMatchObject({ text: "", author: null, is_deleted: true, replies: [{ id: reply }] });
    expect(await reader.put(`${PATH}${first}`, { text: "Back" })).toMatchObject({ status: 404 });
    await other.delete(`${PATH}${reply}`);
    expect(await reader.get(`${PATH}${first}`)).toMatchObject({ status: 404 });
  });

  test("of others can be deleted by owners and administrators, and edited by nobody", async () => {
    const admin = await server.as("admin");
    for (const [client, status] of [
      [other, 403],
      [owner, 200],
    ] as const) {
      const id = await added(reader);
      expect((await thread(id, client)).can_delete).toBe(status === 200);
      expect(await client.delete(`${PATH}${id}`)).toMatchObject({ status });
    }
    const id = await added(reader);
    expect(await admin.put(`${PATH}${id}`, { text: "Mine" })).toMatchObject({ status: 403 });
    expect(await admin.delete(`${PATH}${id}`)).toMatchObject({ status: 200 });
  });

  test("are resolved and reopened by the thread's author and owners only", async () => {
    const id = await added(reader);
    const reply = await added(other, { thread_id: id });
    expect(await other.post(`${PATH}${id}/resolve/`)).toMatchObject({ status: 403 });
    expect(await owner.post(`${PATH}${reply}/resolve/`)).toMatchObject({ status: 422 });
    const { open } = await listed(reader);
    expect(await owner.post(`${PATH}${id}/resolve/`)).toMatchObject({
      status: 200,
      body: { result: { resolved_by: { id: ids.ola }, resolved_on: expect.any(String) } },
    });
    expect(await listed(reader, ",state:resolved")).toMatchObject({ count: 1, open: open - 1, result: [{ id }] });
    expect((await listed(reader)).result.map((one: Json) => one.id)).not.toContain(id);
    expect(await reader.post(`${PATH}${id}/reopen/`)).toMatchObject({ body: { result: { resolved_on: null } } });
    expect((await listed(reader)).open).toBe(open);
  });

  test("keep the name of authors whose account was deleted", async () => {
    const leaving = await server.as("leo", ["Alpha"]);
    const id = await added(leaving, { text: "Bye" });
    const { first_name, last_name } = (await thread(id)).author;
    await server.app.db
      .deleteFrom("users")
      .where("id", "=", await server.userId("leo"))
      .execute();
    expect((await thread(id)).author).toEqual({ first_name: `${first_name} ${last_name}`.trim(), last_name: "" });
  });

  test("keep their chart's id when it is removed from the dashboard", async () => {
    const [id, chartId] = await boardWithChart("Removed");
    const comment = await added(owner, { object_id: id, chart_id: chartId });
    await owner.put(`/api/v1/chart/${chartId}`, { dashboards: [] });
    expect((await thread(comment, owner)).chart).toEqual({ id: chartId, slice_name: null });
    expect(await post(owner, { object_id: id, chart_id: chartId })).toMatchObject({
      status: 422,
      body: { message: { chart_id: ["This chart isn't on the dashboard."] } },
    });
  });

  test("stay while the dashboard is in the trash, and are deleted with it", async () => {
    const [id] = await boardWithChart("Trash");
    const comment = await added(reader, { object_id: id });
    await owner.delete(`/api/v1/dashboard/${id}`);
    expect(await reader.get(`${PATH}${comment}`)).toMatchObject({ status: 404 });
    const entry = async () =>
      (await owner.get<Json>("/api/v1/trash/?q=(page_size:100)")).body.result.find((one: Json) => one.object_id === id);
    await owner.post(`/api/v1/trash/${(await entry()).id}/restore/`);
    expect(await thread(comment)).toMatchObject({ id: comment });
    await owner.delete(`/api/v1/dashboard/${id}`);
    await owner.delete(`/api/v1/trash/${(await entry()).id}`);
    const rows = await server.app.db.selectFrom("comments").select("id").where("id", "=", comment).execute();
    expect(rows).toEqual([]);
  });

  test("are recorded in the action log, without their text", async () => {
    const id = await added(reader, { text: "Secret words" });
    await reader.put(`${PATH}${id}`, { text: "Other words" });
    await reader.post(`${PATH}${id}/resolve/`);
    await reader.post(`${PATH}${id}/reopen/`);
    await reader.delete(`${PATH}${id}`);
    const rows = await server.app.db
      .selectFrom("logs")
      .select(["action", "dashboard_id", "user_id"])
      .where("json", "=", JSON.stringify({ comment: id }))
      .orderBy("id")
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(
      ["added", "changed", "resolved", "reopened", "deleted"].map((change) => `comment_${change}`),
    );
    expect(rows[0]).toMatchObject({ dashboard_id: board, user_id: ids.rea });
  });
});

test("comments on a chart have no other chart", async () => {
  const place = { object_type: "chart", object_id: chart };
  const id = await added(reader, place);
  expect(await listed(reader, "", "chart", chart)).toMatchObject({ count: 1, result: [{ id, chart: null }] });
  expect(await post(reader, { ...place, chart_id: chart })).toMatchObject({ status: 422 });
  expect(await post(reader, { ...place, object_id: 99_999 })).toMatchObject({ status: 404 });
});

describe("who reads and writes comments", () => {
  test("not users who can't open the dashboard, and they learn nothing of it", async () => {
    const id = await added(reader, { text: "Confidential" });
    for (const answer of [
      await stranger.get(`${PATH}${id}`),
      await stranger.put(`${PATH}${id}`, { text: "Mine" }),
      await stranger.delete(`${PATH}${id}`),
      await stranger.post(`${PATH}${id}/resolve/`),
      await stranger.post(`${PATH}${id}/reopen/`),
      await stranger.get(`${PATH}99999`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: "Not found" } });
    for (const answer of [
      await stranger.get(`${PATH}${q()}`),
      await stranger.get(`${PATH}count/${q()}`),
      await stranger.get(`${PATH}people/${q()}`),
      await post(stranger),
    ])
      expect(answer.status).toBe(403);
    expect(await stranger.get(`${PATH}${q("", "chart", chart)}`)).toMatchObject({ status: 404 });
    expect(await thread(id)).toMatchObject({ text: "Confidential", resolved_on: null });
  });

  test("a reply can't reach into a thread of what its author can't open", async () => {
    const own = (await stranger.post<Json>("/api/v1/dashboard/", { dashboard_title: "Own" })).body.id;
    const foreign = await added(reader);
    expect(await post(stranger, { object_id: own, thread_id: foreign })).toMatchObject({ status: 404 });
    expect(await post(reader, { object_type: "chart", object_id: chart, thread_id: foreign })).toMatchObject({
      status: 404,
    });
  });

  test("not visitors, and not guests of the embedded dashboard", async () => {
    const admin = await server.as("admin");
    const { uuid } = (await admin.post<Json>(`/api/v1/dashboard/${board}/embedded`, { allowed_domains: [] })).body
      .result;
    const guestOf = { user: { username: "guest" }, resources: [{ type: "dashboard", id: uuid }], rls: [] };
    const { token } = (await admin.post<Json>("/api/v1/security/guest_token/", guestOf)).body;
    const id = await added(reader);
    const callers: Record<string, string>[] = [{}, { "x-guesttoken": token }];
    for (const headers of callers) {
      for (const path of [`${id}`, q(), `count/${q()}`, `people/${q()}`])
        expect(await server.anonymous.get(`${PATH}${path}`, headers)).toMatchObject({ status: 401 });
      const body = { object_type: "dashboard", object_id: board, text: "Hi" };
      expect(await server.anonymous.post(PATH, body, headers)).toMatchObject({ status: 401 });
      expect(await server.anonymous.delete(`${PATH}${id}`, headers)).toMatchObject({ status: 401 });
    }
  });

  test("not users whose roles can't read dashboards", async () => {
    const sql = await server.as("sid", ["sql_lab"]);
    expect(await sql.get(`${PATH}${q()}`)).toMatchObject({ status: 403 });
    expect(await post(sql)).toMatchObject({ status: 403 });
  });
});

describe("mentions", () => {
  const nameOf = async (name: string) => {
    const { result } = (await reader.get<Json>(`${PATH}people/${q(`,filter:${name}`)}`)).body;
    return result.find((one: Json) => one.id === ids[name]).name as string;
  };

  test("suggest active users by their name", async () => {
    expect(await nameOf("stella")).toMatch(/stella/i);
    const app = server.app;
    await server.as("idle", ["Alpha"]);
    await app.db.updateTable("users").set({ active: false }).where("username", "=", "idle").execute();
    expect((await reader.get<Json>(`${PATH}people/${q(",filter:idle")}`)).body.result).toEqual([]);
  });

  test("of users who can't open the dashboard are reported, and grant nothing", async () => {
    const [stella, otto] = [await nameOf("stella"), await nameOf("otto")];
    const mentions = [ids.stella, ids.otto];
    const answer = await post(reader, { text: `@${stella} and @${otto}: look`, mentions });
    expect(answer.body).toMatchObject({
      result: {
        mentions: [
          { id: ids.stella, name: stella },
          { id: ids.otto, name: otto },
        ],
      },
      without_access: [stella],
    });
    expect(await stranger.get(`${PATH}${answer.body.id}`)).toMatchObject({ status: 404 });
    expect(await stranger.get(`/api/v1/dashboard/${board}`)).toMatchObject({ status: 403 });
  });

  test("must be in the text, of existing users, and few", async () => {
    expect(await post(reader, { text: "Hi", mentions: [ids.otto] })).toMatchObject({ status: 422 });
    expect(await post(reader, { text: "@nobody", mentions: [99_999] })).toMatchObject({
      status: 422,
      body: { message: { mentions: ["A mentioned user doesn't exist."] } },
    });
    const many = Array.from({ length: 11 }, (_, n) => n + 1);
    expect(await post(reader, { mentions: many })).toMatchObject({ status: 400 });
  });
});

describe("hostile comments", () => {
  test("are kept as plain text", async () => {
    const text = '<script>alert(1)</script> <img src=x onerror="alert(2)"> javascript:alert(3) &amp;';
    expect((await thread(await added(reader, { text }))).text).toBe(text);
    expect((await thread(await added(reader, { text: "a\u0000b\u001bc\td\ne" }))).text).toBe("abc\td\ne");
  });

  test.each([
    ["", "Enter a comment."],
    [" \n\u0000 ", "Enter a comment."],
    ["x".repeat(4001), "Comments can have up to 4,000 characters."],
    ["x".repeat(10_000), "Comments can have up to 4,000 characters."],
  ])("are rejected when empty or too long", async (text, message) => {
    const answer = await post(reader, { text });
    expect(answer).toMatchObject({ status: 400, body: { message: { text: [message] } } });
  });

  test("are limited to 30 a minute for each user, and 200 replies for each thread", async () => {
    nowMs += 2 * MINUTE_MS;
    const flood = await server.as("flo", ["Alpha"]);
    const body = { object_type: "chart", object_id: chart, text: "x" };
    const statuses = await Promise.all(Array.from({ length: 32 }, async () => (await flood.post(PATH, body)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(await reader.post(PATH, body)).toMatchObject({ status: 201 });
    const id = await added(reader);
    const [row] = await server.app.db.selectFrom("comments").selectAll().where("id", "=", id).execute();
    const { id: _, ...reply } = { ...row!, thread_id: id };
    await server.app.db
      .insertInto("comments")
      .values(Array.from({ length: 199 }, () => reply))
      .execute();
    await added(reader, { thread_id: id });
    expect(await post(reader, { thread_id: id })).toMatchObject({ status: 422 });
  });
});
