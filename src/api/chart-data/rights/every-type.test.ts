import { afterAll, beforeAll, expect, test } from "vitest";
import { loadGallery } from "../../../chart-types/galleries.ts";
import { CHART_CARDS, loadTypedForm } from "../../../chart-types/index.ts";
import type { FormData } from "../../../model/form-data.ts";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

/** Guests' requests of saved charts, built from the stored settings as by the page. */

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

/** Replaces the time column by that of the sample data. */
async function storedForm(viz_type: string): Promise<Record<string, unknown>> {
  const [first] = await loadGallery(viz_type);
  const { formData: form = {} } = first ?? {};
  const times = ["granularity_sqla", "x_axis"].filter((key) => typeof form[key as never] === "string");
  return { ...form, ...Object.fromEntries(times.map((key) => [key, "Year"])), viz_type };
}

async function makeChart(viz_type: string, form: object): Promise<number> {
  const chart = { slice_name: viz_type, datasource_id: data.carsId, datasource_type: "table", viz_type };
  const { body } = await admin.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(form) });
  return body.id;
}

test("guests can request what the page requests for a chart of each type", async () => {
  const charts = await Promise.all(
    CHART_CARDS.map(async ({ key }) => {
      const form = await storedForm(key);
      return { form, id: await makeChart(key, form) };
    }),
  );
  const tiles = charts.map(({ id }) => [`CHART-${id}`, { id: `CHART-${id}`, type: "CHART", meta: { chartId: id } }]);
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: tiles.map(([key]) => key) },
    ...Object.fromEntries(tiles),
  };
  const board = { dashboard_title: "All types", json_metadata: JSON.stringify({ positions }) };
  const dashboardId = (await admin.post<Json>("/api/v1/dashboard/", board)).body.id;
  const { body: embedded } = await admin.post<Json>(`/api/v1/dashboard/${dashboardId}/embedded`, {
    allowed_domains: [],
  });
  const resources = [{ type: "dashboard", id: embedded.result.uuid }];
  const { body: token } = await admin.post<Json>("/api/v1/security/guest_token/", { user: {}, resources, rls: [] });
  const refused: string[] = [];
  for (const { form, id } of charts) {
    const stored = { ...form, datasource: `${data.carsId}__table`, slice_id: id, dashboardId } as unknown as FormData;
    const typed = await loadTypedForm(stored);
    const context = typed?.type.buildQuery(typed.formData);
    if (!context || context.queries.length === 0) continue;
    const answer = await server.anonymous.post<Json>("/api/v1/chart/data", context, { "x-guesttoken": token.token });
    if (answer.status === 403) refused.push(`${form.viz_type}: ${JSON.stringify(answer.body)}`);
  }
  expect(refused).toEqual([]);
});
