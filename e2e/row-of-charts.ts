import type { Page } from "playwright-core";
import { expect } from "vitest";

export async function makeRowOfCharts(
  page: Page,
  url: string,
  row: { title: string; count: number; width: number },
): Promise<number> {
  const get = async (path: string) => (await page.request.get(`${url}/api/v1/${path}`)).json();
  const { result: charts } = (await get("dashboard/us-flight-delays/charts")) as { result: { id: number }[] };
  const { result: board } = (await get("dashboard/us-flight-delays")) as { result: { json_metadata: string } };
  const tiles = charts.slice(0, row.count).map(({ id }, i) => ({ id, key: `CHART-${i}` }));
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"], parents: ["ROOT_ID"] },
    "ROW-1": { id: "ROW-1", type: "ROW", children: tiles.map(({ key }) => key), meta: {} },
    ...Object.fromEntries(
      tiles.map(({ id, key }) => [
        key,
        { id: key, type: "CHART", children: [], meta: { chartId: id, width: row.width, height: 50 } },
      ]),
    ),
  };
  const { native_filter_configuration } = JSON.parse(board.json_metadata);
  const json_metadata = JSON.stringify({ native_filter_configuration, positions });
  const { result: csrf } = (await get("security/csrf_token/")) as { result: string };
  const created = await page.request.post(`${url}/api/v1/dashboard/`, {
    data: { dashboard_title: row.title, json_metadata },
    headers: { "x-csrftoken": csrf },
  });
  expect(created.ok(), await created.text()).toBe(true);
  return ((await created.json()) as { id: number }).id;
}
