import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { loadChartType } from "../../chart-types/index.ts";
import { connectionFound } from "../connection.ts";
import { useChartData } from "./use-chart-data.ts";

afterEach(() => {
  connectionFound();
  vi.unstubAllGlobals();
});

test("a chart that could not reach the server asks again when the server is back", async () => {
  const type = await loadChartType("big_number_total");
  const formData = { viz_type: "big_number_total", datasource: "1__table", metric: "count" };
  const answer = { result: [{ data: [{ count: 3 }], colnames: ["count"], coltypes: [0] }] };
  const server = vi.fn<typeof fetch>().mockRejectedValue(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", server);
  const { result } = renderHook(() => useChartData({ type, formData, enabled: true, refreshKey: 0, force: false }));
  await waitFor(() => expect(result.current.error?.kind).toBe("network"));

  server.mockImplementation(async () => Response.json(answer));
  act(() => connectionFound());
  await waitFor(() => expect(result.current.status).toBe("ready"));
  expect(result.current.results?.[0]?.data).toEqual([{ count: 3 }]);
});
