import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Camera } from "../../server/pictures/camera.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { insertChart } from "../chart/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let without: TestServer;
let alpha: TestClient;
let other: TestClient;
let chart: number;
beforeAll(async () => {
  // Not a browser: everything works except the screenshot itself.
  server = await startTestServer({ config: { browser: process.execPath } });
  without = await startTestServer();
  alpha = await server.as("alpha");
  other = await server.as("other", ["Alpha"]);
  const stamp = { now: server.app.clock.timestamp(), userId: await server.userId("alpha") };
  chart = await insertChart(server.app.db, { slice_name: "Pictured", viz_type: "table" }, stamp);
});
afterAll(() => Promise.all([server.stop(), without.stop()]));

const thumbnailOf = async (client: TestClient, path = `/api/v1/chart/${chart}`): Promise<string> =>
  (await client.get<Json>(path)).body.result.thumbnail_url;

test("without a browser, calls return 404 with a message, lists have no thumbnails, and users without access learn nothing", async () => {
  const owner = await without.as("alpha");
  const created = await owner.post<Json>("/api/v1/dashboard/", { dashboard_title: "Seen" });
  const path = `/api/v1/dashboard/${created.body.id}`;
  const message = "Screenshots are unavailable: Chromium isn't installed on the server";
  const none = { status: 404, body: { message } };
  expect(await owner.get(`${path}/thumbnail/abc/`)).toMatchObject(none);
  expect(await owner.get(`${path}/screenshot/abc/`)).toMatchObject(none);
  expect(await owner.post(`${path}/cache_dashboard_screenshot/`, { activeTabs: [] })).toMatchObject(none);
  expect(await thumbnailOf(owner, path)).toBeNull();
  for (const part of ["cache_screenshot/", "screenshot/abc/", "thumbnail/abc/"])
    expect(await owner.get(`/api/v1/chart/99999/${part}`)).toMatchObject({
      status: 404,
      body: { message: "Not found" },
    });
  expect((await without.anonymous.get(`${path}/thumbnail/abc/`)).status).toBe(401);
  const publicUser = await without.as("nobody", ["Public"]);
  expect((await publicUser.post(`${path}/cache_dashboard_screenshot/`, {})).status).toBe(403);
});

test("each user has their own screenshots, renamed when the object or their permissions change", async () => {
  const mine = await thumbnailOf(alpha);
  expect(mine).toMatch(new RegExp(`^/api/v1/chart/${chart}/thumbnail/[0-9a-f]{20}/$`));
  const [row] = (await alpha.get<Json>("/api/v1/chart/")).body.result;
  expect(row.thumbnail_url).toBe(mine);
  const otherThumbnail = await thumbnailOf(other);
  expect(otherThumbnail).not.toBe(mine);
  const foreign = await other.get(mine);
  expect([foreign.status, foreign.headers.get("location")]).toEqual([302, otherThumbnail]);
  await (await server.as("admin")).put(`/api/v1/chart/${chart}`, { description: "changed" });
  expect(await thumbnailOf(alpha)).not.toBe(mine);
  const role = await server.app.db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "Gamma")
    .executeTakeFirstOrThrow();
  await (await server.as("admin")).put(`/api/v1/security/users/${await server.userId("other")}`, { roles: [role.id] });
  expect((await other.get(otherThumbnail)).status).toBe(404);
});

test("a screenshot is taken once, in the background; a failure is reported", async () => {
  const requested = await alpha.get<Json>(`/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(400,300))`);
  expect(requested.status).toBe(202);
  expect(requested.body).toMatchObject({
    image_url: `/api/v1/chart/${chart}/screenshot/${requested.body.cache_key}/`,
    chart_url: `/explore/?slice_id=${chart}&standalone=1`,
  });
  const again = await alpha.get<Json>(`/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(400,300))`);
  expect(again.body.cache_key).toBe(requested.body.cache_key);
  expect((await (await server.as("admin")).get(requested.body.image_url)).status).toBe(404);
  const unsaved = await alpha.get<Json>(`/api/v1/chart/${chart}/cache_screenshot/?q=(permalink_key:a%26b)`);
  expect(unsaved.body.chart_url).toBe(`/explore/?slice_id=${chart}&standalone=1&permalink_key=a%26b`);
  // One at a time: the others wait.
  const board = (await alpha.post<Json>("/api/v1/dashboard/", { dashboard_title: "Pictured" })).body.id;
  const state = { dataMask: {}, activeTabs: ["TAB-1"] };
  const waiting = await alpha.post<Json>(`/api/v1/dashboard/${board}/cache_dashboard_screenshot/`, state);
  expect(waiting.body.dashboard_url).toMatch(
    /^\/superset\/dashboard\/\d+\/\?standalone=3&show_filters=0&permalink_key=./,
  );
  expect([waiting.status, waiting.body.task_status]).toEqual([202, "Pending"]);
  expect((await alpha.get(waiting.body.image_url)).status).toBe(202);
  expect((await alpha.get(await thumbnailOf(alpha, `/api/v1/dashboard/${board}`))).status).toBe(202);
  expect((await alpha.get(await thumbnailOf(alpha))).status).toBe(202);
  const later = await alpha.get<Json>(`/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(500,300))`);
  expect((await alpha.get(later.body.image_url)).status).toBe(202);
  await vi.waitFor(
    async () =>
      expect(await alpha.get(later.body.image_url)).toMatchObject({
        status: 404,
        body: { message: "The screenshot failed" },
      }),
    { timeout: 30_000 },
  );
  expect(
    await server.app.db
      .selectFrom("sessions")
      .selectAll()
      .where("user_id", "=", await server.userId("alpha"))
      .execute(),
  ).toHaveLength(1);
});

test("a failure doesn't replace the last good thumbnail", async () => {
  const camera = vi.spyOn(Camera.prototype, "take").mockResolvedValueOnce(Buffer.from("good"));
  const stamp = { now: server.app.clock.timestamp(), userId: await server.userId("alpha") };
  const id = await insertChart(server.app.db, { slice_name: "Once good", viz_type: "table" }, stamp);
  const path = `/api/v1/chart/${id}`;
  const shown = async () => alpha.get<Json>(await thumbnailOf(alpha, path));
  await vi.waitFor(async () => expect((await shown()).status).toBe(200), { timeout: 30_000 });
  expect(camera.mock.calls.at(-1)?.[0]).toMatchObject({ isThumbnail: true });
  camera.mockRejectedValueOnce(new Error("a chart failed"));
  await (await server.as("admin")).put(path, { description: "changed" });
  expect((await shown()).status).toBe(202);
  await vi.waitFor(async () => expect((await shown()).status).toBe(200), { timeout: 30_000 });
  const answer = await shown();
  expect([String(answer.body), answer.headers.get("cache-control")]).toEqual(["good", "no-store"]);
  const third = await server.as("third", ["Alpha"]);
  expect((await third.get(await thumbnailOf(third, path))).status).toBe(202);
  camera.mockRestore();
});

test.each([
  ["a huge size", () => `/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(99999,10))`, 400],
  ["no size", () => `/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(0,-5))`, 400],
  ["an invalid size", () => `/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(a,b))`, 400],
  ["a huge thumbnail", () => `/api/v1/chart/${chart}/cache_screenshot/?q=(thumb_size:!(1000000,9))`, 400],
  ["an invalid chart id", () => "/api/v1/chart/1e9/thumbnail/abc/", 404],
  ["a path as chart id", () => "/api/v1/chart/..%2f..%2fetc/thumbnail/abc/", 404],
  ["a very long name", () => `/api/v1/chart/${chart}/screenshot/${"a".repeat(5000)}/`, 414],
  ["a name with a NUL", () => `/api/v1/chart/${chart}/screenshot/a%00b/`, 404],
  ["an invalid permalink", () => "/api/v1/dashboard/99999/screenshot/abc/", 404],
  ["another format", () => `/api/v1/chart/${chart}/screenshot/abc/?download_format=gif`, 400],
  ["a PDF of no screenshot", () => `/api/v1/chart/${chart}/screenshot/abc/?download_format=pdf`, 404],
  ["a name outside of the folder", () => `/api/v1/chart/${chart}/screenshot/..%2f..%2fsecret/`, 404],
  ["a screenshot that wasn't requested", () => `/api/v1/chart/${chart}/screenshot/abc/`, 404],
])("rejects %s", async (_, path, status) => {
  expect((await alpha.get(path())).status).toBe(status);
});
