import { beforeEach, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { runAsUser } from "../fair-share.ts";
import { type PicturePlan, type Pictures, picturesOf } from "./pictures.ts";

let server: TestServer;
let pictures: Pictures;
let opened: string[];
let goOn: () => void;
beforeEach(async () => {
  server = await startTestServer({ resources: [], config: { browser: process.execPath } });
  const found = picturesOf(server.app);
  if (!found) throw new Error("this server takes no pictures");
  pictures = found;
  opened = [];
  return () => server.stop();
});

function planOf(name: string): PicturePlan {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isFirst = name === "first";
  if (isFirst) goOn = resolve;
  const open = async () => {
    opened.push(name);
    if (isFirst) await promise;
    throw new Error("no page");
  };
  const view = { noun: "chart", width: 100, height: 100, scale: 1, isWhole: false } as const;
  return { origin: server.url, path: "/", view, session: { open, close: async () => undefined } };
}

const order = (person: string, name: string, isPatient = false) =>
  runAsUser(person, () => pictures.order(name, planOf(name), { isPatient }));

test("takes screenshots in turn per user, alternating with reports", async () => {
  await order("ann", "first");
  await vi.waitFor(() => expect(opened).toEqual(["first"]));
  for (let i = 1; i <= 20; i++) await order("ann", `ann ${i}`);
  await order("ben", "ben 1");
  const reports = ["report 1", "report 2", "report 3"].map((name) =>
    runAsUser("dan", () => pictures.takePicture(planOf(name), 1000)).catch(() => undefined),
  );
  reports.push(runAsUser("eve", () => pictures.takePicture(planOf("eve's report"), 1000)).catch(() => undefined));
  goOn();
  await vi.waitFor(() => expect(opened).toHaveLength(26));
  await Promise.all(reports);
  expect(opened.slice(0, 9)).toEqual([
    ...["first", "report 1", "ben 1", "eve's report", "ann 1", "report 2", "ann 2", "report 3", "ann 3"],
  ]);
});

test("at most 20 screenshots per user wait: more are rejected, and thumbnails retried on the next request", async () => {
  await order("ann", "first");
  await vi.waitFor(() => expect(opened).toEqual(["first"]));
  const orders = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => order("ann", `ann ${i}`)));
  const refused = orders.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(10);
  expect(refused[0]?.reason).toMatchObject({
    status: 429,
    message: "20 of your screenshots are waiting. Try again when some are done.",
  });
  expect(await order("ann", "thumbnail", true)).toMatchObject({ status: "Pending" });
  expect(await pictures.stateOf("thumbnail")).toBeUndefined();
  expect(await order("ann", "ann 1")).toMatchObject({ status: "Pending" });
  expect(await order("ben", "ben 1")).toMatchObject({ status: "Pending" });
  goOn();
  await vi.waitFor(() => expect(opened).toHaveLength(22));
  expect(opened.filter((name) => name === "ann 1")).toHaveLength(1);
  expect(await order("ann", "thumbnail", true)).toMatchObject({ status: "Pending" });
  await vi.waitFor(() => expect(opened.at(-1)).toBe("thumbnail"));
});
