import { expect, test } from "vitest";
import { timeDashboard } from "./times.ts";

test("times the same queries in both, past the cache and from it", async () => {
  const sent: Record<string, { datasource: { id: number }; force: boolean }[]> = { there: [], here: [] };
  const account = (name: string) => ({
    post: async <T>(path: string, body: object): Promise<T> => {
      expect(path).toBe("/api/v1/chart/data");
      sent[name]?.push(body as never);
      return {} as T;
    },
  });
  const bodyOf = (id: number) => ({ datasource: { id, type: "table" }, queries: [{ metrics: ["count"] }] });
  const charts = [1, 3].map((id) => ({ there: bodyOf(id), here: bodyOf(id + 10) }));
  const times = await timeDashboard({ there: account("there"), here: account("here") }, { title: "Sales", charts });
  expect(times).toMatchObject({ title: "Sales", charts: 2 });
  expect(times.there.coldMs).toBeGreaterThan(0);
  const idsOf = (name: string, isForced: boolean) =>
    new Set(sent[name]?.filter(({ force }) => force === isForced).map(({ datasource }) => datasource.id));
  for (const isForced of [true, false]) {
    expect(idsOf("there", isForced)).toEqual(new Set([1, 3]));
    expect(idsOf("here", isForced)).toEqual(new Set([11, 13]));
  }
  expect(sent.here).toHaveLength(20);
});
