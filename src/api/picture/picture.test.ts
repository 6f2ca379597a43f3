import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let alpha: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());

test("without pictures the calls for them answer 404 in words, and strangers learn nothing by them", async () => {
  const made = await alpha.post<{ id: number }>("/api/v1/dashboard/", { dashboard_title: "Seen" });
  const path = `/api/v1/dashboard/${made.body.id}`;
  const none = { status: 404, body: { message: "This server makes no pictures of charts and dashboards" } };
  expect(await alpha.get(`${path}/thumbnail/abc/`)).toMatchObject(none);
  expect(await alpha.get(`${path}/screenshot/abc/?download_format=pdf`)).toMatchObject(none);
  expect(await alpha.post(`${path}/cache_dashboard_screenshot/`, { activeTabs: [] })).toMatchObject(none);
  for (const part of ["cache_screenshot/", "screenshot/abc/", "thumbnail/abc/"])
    expect(await alpha.get(`/api/v1/chart/99999/${part}`)).toMatchObject({
      status: 404,
      body: { message: "Not found" },
    });
  expect((await server.anonymous.get(`${path}/thumbnail/abc/`)).status).toBe(401);
  const nobody = await server.as("nobody", ["Public"]);
  expect((await nobody.post(`${path}/cache_dashboard_screenshot/`, {})).status).toBe(403);
});
