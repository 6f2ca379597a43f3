import { expect, test } from "vitest";
import { timeDashboard } from "./times.ts";

test("times the same charts in both, past the cache and from it, and leaves out those without data", async () => {
  const calls: Record<string, string[]> = { there: [], here: [] };
  const account = (name: string, missing: number[]) => ({
    get: async <T>(path: string): Promise<T> => {
      calls[name]?.push(path);
      if (missing.some((id) => path.includes(`/${id}/`))) throw new Error("no stored query");
      return {} as T;
    },
  });
  const charts = [1, 2, 3].map((id) => ({ there: id, here: id + 10 }));
  const times = await timeDashboard(
    { there: account("there", [2]), here: account("here", []) },
    { title: "Sales", charts },
  );
  expect(times).toMatchObject({ title: "Sales", charts: 2 });
  expect(times.there.coldMs).toBeGreaterThan(0);
  const forced = (name: string) => [...new Set(calls[name]?.filter((path) => path.endsWith("?force=true")))].sort();
  expect(forced("there")).toEqual([1, 3].map((id) => `/api/v1/chart/${id}/data/?force=true`));
  expect(forced("here")).toEqual([11, 13].map((id) => `/api/v1/chart/${id}/data/?force=true`));
  const warm = (name: string) => calls[name]?.filter((path) => path === "/api/v1/chart/11/data/").length;
  expect(warm("here")).toBe(5);
});
