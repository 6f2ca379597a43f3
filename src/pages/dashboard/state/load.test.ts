import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { serve } from "../../../testing/network.ts";
import { charts, datasets, detailOf } from "../../../testing/sample-dashboard.ts";
import { dashboardQuery, startQuery } from "./load.ts";
import { hashOf, parseUrl } from "./url.ts";

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const start = (search: string) => client().fetchQuery({ ...startQuery("flights", parseUrl(search)), staleTime: 0 });
const MASK = { "NATIVE_FILTER-1": { filterState: { value: ["ORD"] }, extraFormData: {} } };
const STORED = { "GET /api/v1/dashboard/flights/filter_state/k": { body: { value: JSON.stringify(MASK) } } };
const LINK = {
  "GET /api/v1/dashboard/permalink/p": {
    body: { dashboardId: "5", state: { dataMask: { a: {} }, activeTabs: ["TAB-b"] } },
  },
};

describe("a dashboard's URL", () => {
  it("starts with the filters stored under its key", async () => {
    serve(STORED);
    expect(await start("?native_filters_key=k")).toEqual({
      sources: [undefined, undefined, MASK],
      activeTabs: [],
      filterProblem: undefined,
    });
  });

  it("prefers the filters of a permalink, and opens its tabs", async () => {
    serve({ ...STORED, ...LINK });
    const { sources, activeTabs } = await start("?native_filters_key=k&permalink_key=p");
    expect(sources.map((source) => source && Object.keys(source))).toEqual([undefined, ["a"], ["NATIVE_FILTER-1"]]);
    expect(activeTabs).toEqual(["TAB-b"]);
  });

  it("reports a missing key and starts without it", async () => {
    serve(LINK);
    const { sources, filterProblem } = await start("?native_filters_key=k&permalink_key=p");
    expect([filterProblem, sources.filter(Boolean).length]).toEqual(["gone", 1]);
  });

  it("reports unreadable inline filters", async () => {
    expect(startQuery("flights", parseUrl("?native_filters=((")).initialData).toMatchObject({
      filterProblem: "unreadable",
    });
    serve(STORED);
    expect(await start("?native_filters=((&native_filters_key=k")).toMatchObject({ filterProblem: "unreadable" });
  });

  it("needs no request when it has no keys", () => {
    const requests = serve({});
    expect(startQuery("flights", parseUrl("?standalone=1")).initialData).toMatchObject({ filterProblem: undefined });
    expect(requests).toEqual([]);
  });

  it("can have any hash, even a malformed one", () => {
    expect([hashOf("#TAB-%C3%A4"), hashOf("#100%"), hashOf("")]).toEqual(["TAB-ä", "100%", ""]);
  });
});

describe("a dashboard", () => {
  const PARTS = {
    "GET /api/v1/dashboard/flights": { body: { result: detailOf() } },
    "GET /api/v1/dashboard/flights/charts": { body: { result: charts } },
    "GET /api/v1/dashboard/flights/datasets": { body: { result: datasets } },
  };

  it("is requested in three parallel parts", async () => {
    const requests = serve(PARTS);
    const dashboard = await client().fetchQuery(dashboardQuery("flights"));
    expect(requests.map(({ path }) => path).sort()).toEqual(Object.keys(PARTS).map((key) => key.slice("GET ".length)));
    expect([dashboard.charts.size, dashboard.datasets.size, dashboard.filters.length]).toEqual([4, 2, 3]);
  });

  it("without access fails with the reason", async () => {
    serve({ ...PARTS, "GET /api/v1/dashboard/flights": { status: 403, body: { message: "Forbidden" } } });
    await expect(client().fetchQuery(dashboardQuery("flights"))).rejects.toMatchObject({ status: 403 });
  });
});
