import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../testing/network.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { saveChartPdf } from "./pdf.ts";

const QUEUED = { cache_key: "abc", image_url: "/", task_status: "Pending", task_updated_at: "2024-01-01" };

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  useToasts.setState({ toasts: [] });
  URL.createObjectURL = () => "blob:";
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

test("waits until the server has drawn the chart as shown, and saves the file", async () => {
  const answers: Answer[] = [
    { status: 202, body: { message: "The screenshot is being taken" } },
    { status: 200, body: "%PDF", headers: { "content-type": "application/pdf" } },
  ];
  const requests = serve({
    "GET /api/v1/chart/12/cache_screenshot/": { status: 202, body: QUEUED },
    "GET /api/v1/chart/12/screenshot/abc/": () => answers.shift() ?? {},
  });
  await saveChartPdf({ id: 12, file: "Sales.pdf", permalinkKey: async () => "key" });
  expect(saved).toEqual(["Sales.pdf"]);
  expect(requests.map(({ url }) => url)).toEqual([
    "/api/v1/chart/12/cache_screenshot/?q=%28force%3A%21t%2Cpermalink_key%3Akey%29",
    "/api/v1/chart/12/screenshot/abc/?download_format=pdf",
    "/api/v1/chart/12/screenshot/abc/?download_format=pdf",
  ]);
});

test("says why there is no PDF", async () => {
  serve({
    "GET /api/v1/chart/12/cache_screenshot/": { status: 404, body: { message: "Screenshots are unavailable" } },
  });
  await saveChartPdf({ id: 12, file: "Sales.pdf", permalinkKey: async () => undefined });
  expect(saved).toEqual([]);
  expect(
    useToasts
      .getState()
      .toasts.map(({ text }) => text)
      .join(),
  ).toContain("Screenshots are unavailable");
});
