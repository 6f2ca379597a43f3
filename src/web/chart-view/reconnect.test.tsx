import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { loadChartType } from "../../chart-types/index.ts";
import { connectionFound, notifyReconnected } from "../client/connection.ts";
import { useChartData } from "./use-chart-data.ts";

afterEach(() => {
  connectionFound();
  vi.unstubAllGlobals();
});

const FORM = { viz_type: "big_number_total", datasource: "1__table", metric: "count" };
const ANSWER = { result: [{ data: [{ count: 3 }], colnames: ["count"], coltypes: [0] }] };

test("reloads a chart when the server is reachable again", async () => {
  const type = await loadChartType("big_number_total");
  const server = vi.fn<typeof fetch>().mockRejectedValue(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", server);
  const { result } = renderHook(() =>
    useChartData({ type, formData: FORM, enabled: true, refreshKey: 0, force: false }),
  );
  await waitFor(() => expect(result.current.error?.kind).toBe("network"));

  server.mockImplementation(async () => Response.json(ANSWER));
  act(() => connectionFound());
  await waitFor(() => expect(result.current.status).toBe("ready"));
  expect(result.current.results?.[0]?.data).toEqual([{ count: 3 }]);
});

test("reloads a chart after the user signs in again", async () => {
  const type = await loadChartType("big_number_total");
  const refusal = { msg: "Missing Authorization Header" };
  const server = vi.fn<typeof fetch>().mockImplementation(async () => Response.json(refusal, { status: 401 }));
  vi.stubGlobal("fetch", server);
  const { result } = renderHook(() =>
    useChartData({ type, formData: FORM, enabled: true, refreshKey: 0, force: false }),
  );
  await waitFor(() => expect(result.current.error?.status).toBe(401));

  server.mockImplementation(async () => Response.json(ANSWER));
  act(() => notifyReconnected());
  await waitFor(() => expect(result.current.results?.[0]?.data).toEqual([{ count: 3 }]));
});
