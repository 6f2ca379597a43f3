import { afterAll, beforeAll, expect, test } from "vitest";
import { openReportDesk, type ReportDesk } from "../../testing/report-desk.ts";
import { storeSentPicture } from "./sent-picture.ts";

let desk: ReportDesk;
beforeAll(async () => {
  desk = await openReportDesk();
});
afterAll(() => desk.stop());

const picture = (bytes: Uint8Array) => ({ name: "a.png", type: "image/png", bytes });

test("the last picture that was sent is shown to owners and administrators only", async () => {
  const [alpha, admin] = [desk.owner, await desk.server.as("admin")];
  const report = { type: "Report", name: "Pictured", crontab: "0 0 1 1 *", chart: desk.chart };
  const { id } = (await admin.post<{ id: number }>("/api/v1/report/", report)).body;
  const path = `/api/v1/report/${id}/picture`;
  expect((await admin.get(path)).status).toBe(404);
  await storeSentPicture(desk.server.app, id, { pictures: [picture(new Uint8Array([137, 80, 78, 71]))] });
  const answer = await admin.fetch(path);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([137, 80, 78, 71]);
  expect((await alpha.get(`/api/v1/report/${id}`)).status).toBe(200);
  expect((await alpha.get(path)).status).toBe(404);
});

test("a message without a picture, or with a very large one, replaces it by nothing", async () => {
  const admin = await desk.server.as("admin");
  const report = { type: "Report", name: "Not pictured", crontab: "0 0 1 1 *", chart: desk.chart };
  const { id } = (await admin.post<{ id: number }>("/api/v1/report/", report)).body;
  for (const pictures of [[], [picture(new Uint8Array(3 * 1024 * 1024))]]) {
    await storeSentPicture(desk.server.app, id, { pictures: [picture(new Uint8Array([1]))] });
    expect((await admin.get(`/api/v1/report/${id}/picture`)).status).toBe(200);
    await storeSentPicture(desk.server.app, id, { pictures });
    expect((await admin.get(`/api/v1/report/${id}/picture`)).status).toBe(404);
  }
});
