import { expect, test } from "vitest";
import type { PartRequest } from "../../chart-seam/chart-type.ts";
import type { FormData } from "../../model/form-data.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { fetchParts } from "./chart-parts.ts";

const PLACE = { type: "latlong", latCol: "lat", lonCol: "lon" };
const SCATTER = { viz_type: "deck_scatter", spatial: PLACE, adhoc_filters: [filter("kind")] };

function filter(subject: string) {
  return { expressionType: "SIMPLE" as const, clause: "WHERE" as const, subject, operator: "==", comparator: "x" };
}

async function ask(parts: readonly PartRequest[], whole: Partial<FormData> = {}) {
  const contexts: QueryContext[] = [];
  const answered = await fetchParts(
    {
      parts,
      whole: { viz_type: "deck_multi", datasource: "3__table", ...whole },
      ask: async (context) => {
        contexts.push(context);
        return { result: [{ data: [{ lat: 1, lon: 2 }] }] };
      },
    },
    new AbortController().signal,
  );
  return { contexts, ...answered };
}

test("a part has its own query, with the filters of the whole chart and a reference to it", async () => {
  const { contexts, parts } = await ask([{ chart: SCATTER }], {
    slice_id: 9,
    dashboardId: 4,
    adhoc_filters: [filter("state")],
    extra_form_data: { filters: [{ col: "day", op: "==", val: "Monday" }] },
  });
  expect(contexts[0]).toMatchObject({
    datasource: { id: 3, type: "table" },
    form_data: { parent_slice_id: 9, dashboardId: 4 },
  });
  const columns = contexts[0]?.queries[0]?.filters?.map(({ col }) => col);
  expect(columns).toEqual(expect.arrayContaining(["kind", "state", "day"]));
  expect(parts[0]).toMatchObject({
    id: null,
    type: { key: "deck_scatter" },
    results: [{ data: [{ lat: 1, lon: 2 }] }],
  });
});

test("a filter limited to some layers applies only to those layers", async () => {
  const { contexts } = await ask([{ chart: SCATTER }, { chart: SCATTER }], {
    extra_form_data: { filters: [{ col: "day", op: "==", val: "Monday" }] },
    layer_filter_scope: { city: [1], lost: [0] },
    filter_data_mapping: { city: { filters: [{ col: "city", op: "IN", val: ["Reno"] }], time_range: "Last week" } },
  });
  const columns = contexts.map(({ queries: [query] }) =>
    query?.filters?.map(({ col }) => col).filter((col) => col === "day" || col === "city"),
  );
  expect(columns).toEqual([["day"], ["day", "city"]]);
  expect(contexts.map(({ queries: [query] }) => query?.time_range)).toEqual([undefined, "Last week"]);
  expect(contexts[1]?.form_data).not.toHaveProperty("layer_filter_scope");
});

test("a part split by further columns has no row limit and no contribution", async () => {
  const pie = { viz_type: "pie", groupby: ["kind"], metric: "count", row_limit: 100, datasource: "8__table" };
  const { contexts } = await ask([{ chart: pie, columns: ["geom"] }]);
  expect(contexts[0]?.datasource.id).toBe(8);
  expect(contexts[0]?.queries[0]?.columns).toEqual(["kind", "geom"]);
  expect(contexts[0]?.queries[0]).not.toHaveProperty("row_limit");
  expect(contexts[0]?.queries[0]).not.toHaveProperty("post_processing");
});

test("counts failed parts, and fails if all do", async () => {
  const unknown = { viz_type: "sankey_of_tomorrow" };
  expect(await ask([{ chart: SCATTER }, { chart: unknown }])).toMatchObject({ failedParts: 1 });
  await expect(ask([{ chart: unknown }])).rejects.toThrow("Chart type “sankey_of_tomorrow” isn't available.");
});
