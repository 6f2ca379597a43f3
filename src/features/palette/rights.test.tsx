import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { type Answer, type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import type { Entry } from "./entries.ts";
import { useEntries } from "./use-entries.ts";

type Pair = readonly [string, string];
const found =
  (row: object): ((request: RecordedRequest) => Answer) =>
  ({ query }) => {
    const result = query.get("q")?.includes("flights") ? [row] : [];
    return { body: { count: result.length, ids: [], result } };
  };
const ROUTES: Routes = {
  "GET /api/v1/dashboard/": found({ id: 3, dashboard_title: "Flights board" }),
  "GET /api/v1/chart/": found({ id: 4, slice_name: "Flights chart", datasource_name_text: "main.flights" }),
  "GET /api/v1/dataset/": found({ id: 5, table_name: "flights", database: { database_name: "examples" } }),
  "GET /api/v1/saved_query/": found({ id: 6, label: "", database: { database_name: "examples" } }),
  "GET /api/v1/log/recent_activity/": { body: { result: [] } },
};
const READS: readonly Pair[] = [
  ["can_read", "Dashboard"],
  ["can_read", "Chart"],
  ["can_read", "Dataset"],
  ["can_read", "Explore"],
];

function search(text: string, pairs: readonly Pair[], routes: Routes = ROUTES) {
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Own: pairs } }), true);
  const requests = serve(routes);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => useEntries(text, () => {}), { wrapper });
  const waitForResults = () => waitFor(() => expect(result.current.searching).toBe(false));
  return { requests, result, waitForResults };
}
const lines = (entries: readonly Entry[]) => entries.map(({ label, note, to }) => [label, note, to].filter(Boolean));
const searched = (requests: readonly { path: string; query: URLSearchParams }[]) =>
  requests.filter(({ query }) => query.get("q")?.includes("flights")).map(({ path }) => path.split("/")[3]);

describe("server results of the palette", () => {
  test("include folders, in the list of most of their items, and say which folder an item is in", async () => {
    const board = { id: 3, dashboard_title: "Flights board", folder: { id: 8, name: "Travel" } };
    const counts = { chart: 2, dashboard: 1, dataset: 0 };
    const folders = found({ id: 9, name: "Flights", description: "All of them", counts });
    const routes = { ...ROUTES, "GET /api/v1/dashboard/": found(board), "GET /api/v1/folder/": folders };
    const { result, waitForResults } = search("flights", [...READS, ["can_read", "Folder"]], routes);
    await waitForResults();
    expect(lines(result.current.entries)).toEqual(
      expect.arrayContaining([
        ["Flights", "Folder · All of them", "/chart/list/?filters=(folder%3A(label%3AFlights%2Cvalue%3A9))"],
        ["Flights board", "Dashboard · in Travel", "/superset/dashboard/3/"],
      ]),
    );
  });

  test("link to each item, with its type and source", async () => {
    const { result, waitForResults } = search("flights", [...READS, ["can_write", "Chart"]]);
    await waitForResults();
    expect(lines(result.current.entries).slice(0, 4)).toEqual([
      ["flights", "Dataset · examples", "/explore/?datasource_id=5&datasource_type=table"],
      ["Flights board", "Dashboard", "/superset/dashboard/3/"],
      ["Flights chart", "Chart · main.flights", "/explore/?slice_id=4"],
      ["New chart from flights", "/explore/?datasource_id=5&datasource_type=table&new=true"],
    ]);
  });

  test("offer a new chart only to users who can save it", async () => {
    const { result, waitForResults } = search("flights", READS);
    await waitForResults();
    expect(result.current.entries.map(({ label }) => label)).not.toContain("New chart from flights");
  });

  test.each<[string, readonly Pair[], string[]]>([
    ["users who can only read dashboards", [["can_read", "Dashboard"]], ["dashboard"]],
    [
      "users who can't open charts",
      [
        ["can_read", "Chart"],
        ["can_read", "Dataset"],
      ],
      [],
    ],
    ["users who can read but not open saved queries", [["can_read", "SavedQuery"]], []],
    [
      "users who can open them",
      [
        ["can_read", "SavedQuery"],
        ["can_read", "SQLLab"],
      ],
      ["saved_query"],
    ],
  ])("are limited to what can be opened: %s", async (_, pairs, kinds) => {
    const { requests, waitForResults } = search("flights", pairs);
    await waitForResults();
    expect(searched(requests)).toEqual(kinds);
  });

  test("show a placeholder for unnamed queries", async () => {
    const { result, waitForResults } = search("flights", [
      ["can_read", "SavedQuery"],
      ["can_read", "SQLLab"],
    ]);
    await waitForResults();
    expect(lines(result.current.entries)).toContainEqual([
      "[ untitled ]",
      "Saved query · examples",
      "/sqllab/?savedQueryId=6",
    ]);
  });

  test("aren't requested for actions only", async () => {
    const { requests, result, waitForResults } = search("> flights", READS);
    await waitForResults();
    expect(searched(requests)).toEqual([]);
    expect(result.current.entries.filter(({ section }) => section === "go")).toEqual([]);
  });
});
