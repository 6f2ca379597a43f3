import { describe, expect, test } from "vitest";
import { drawingProblems } from "../chart-seam/define.ts";
import { type FormData, readSharedForm } from "../model/form-data.ts";
import { QueryContext } from "../model/query-context.ts";
import { isSampled, REPEATED_BY } from "../testing/full-size.ts";
import { plainQuery } from "../testing/plain-query.ts";
import { loadTypedForm } from "./index.ts";
import ages from "./recorded-forms.json" with { type: "json" };

/**
 * What Superset 6.1 queries for forms saved by its various versions: keys missing, null, empty, of another type or
 * under a legacy name. Forms of legacy types went through its import first.
 */
interface Age {
  form: Record<string, unknown>;
  asks: ExpectedQueries[];
}

interface ExpectedQueries {
  queries: Record<string, unknown>[];
  set?: Record<string, unknown[]>;
  without?: string[];
  with?: Record<string, unknown>[];
}

const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  bubble: ["limit"],
  bubble_v2: ["limit"],
  deck_arc: ["isDistinct"],
  deck_polygon: ["filters", "orderby"],
  deck_scatter: ["isDistinct"],
  gantt_chart: ["isDistinct"],
  gauge_chart: ["orderby"],
  point_cluster_map: ["columns", "filters", "limit"],
  pop_kpi: ["offsets", "limit"],
  sunburst: ["orderby"],
  sunburst_v2: ["orderby"],
};

const SERVER_LIMIT = 50_000;

function variantsOf(form: Age["form"], { set = {}, without = [], with: several = [] }: ExpectedQueries): Age["form"][] {
  return [
    ...several.map((values) => ({ ...form, ...values })),
    ...Object.entries(set).flatMap(([key, values]) => values.map((value) => ({ ...form, [key]: value }))),
    ...without.map((key) => Object.fromEntries(Object.entries(form).filter(([name]) => name !== key))),
  ];
}

function comparable(query: Record<string, unknown>, different: readonly string[]): Record<string, unknown> {
  const { filters = [], time, range, ...plain } = query as { filters?: string[]; time?: string; range?: string };
  const ranged = time ? null : filters.map((text) => /^(\S+) TEMPORAL_RANGE "(.*)"$/.exec(text)).find(Boolean);
  const rest = filters.filter((text) => text !== ranged?.[0]);
  const [column, span] = [time ?? ranged?.[1], range ?? ranged?.[2]];
  const all: Record<string, unknown> = {
    ...plain,
    ...(rest.length > 0 ? { filters: rest } : {}),
    ...(column && span && span !== "No filter" ? { time: column, range: span } : {}),
  };
  const left = Object.entries(all).filter(
    ([key, value]) =>
      !different.includes(key) && !(key === "limit" && value === SERVER_LIMIT) && !(key === "offset" && value === 0),
  );
  return Object.fromEntries(left);
}

/** Browsers read stored forms directly; servers normalize shared keys first. */
async function queriesOf(stored: Record<string, unknown>): Promise<Record<string, unknown>[][]> {
  const raw = { ...stored, datasource: "1__table" } as unknown as FormData;
  return Promise.all([raw, readSharedForm(raw)].map((form) => requestedOf(form)));
}

async function requestedOf(form: FormData | undefined): Promise<Record<string, unknown>[]> {
  const found = form && (await loadTypedForm(form));
  if (!found) throw new Error("The form can't be read");
  expect(drawingProblems(found.type, found.formData), JSON.stringify(form)).toEqual({});
  const { queries } = QueryContext.parse(found.type.buildQuery(found.formData));
  // Totals of pivot tables are separate queries.
  const shown = form.viz_type.startsWith("pivot_table") ? queries.slice(0, 1) : queries;
  return shown.map((query) => comparable(plainQuery(query), DIFFERENT[form.viz_type] ?? []));
}

function withoutRepeats(query: Record<string, unknown>): Record<string, unknown> {
  return Array.isArray(query.columns) ? { ...query, columns: [...new Set(query.columns)] } : query;
}

const byType = Map.groupBy(ages as unknown as Age[], ({ form }) => String(form.viz_type));

describe("stored forms of every version request the same queries as Superset", () => {
  test.each([...byType])("%s", async (_, cases) => {
    const variants = cases.flatMap(({ form, asks }) =>
      asks.flatMap((one) =>
        variantsOf(form, one).map((variant) => [variant, one.queries.map(withoutRepeats)] as const),
      ),
    );
    for (const [variant, queries] of variants.filter((_variant, at) => at === 0 || isSampled(at, 3)))
      expect(await queriesOf(variant), `${JSON.stringify(variant)} ${REPEATED_BY}`).toEqual([queries, queries]);
  });
});
