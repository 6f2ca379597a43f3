import type { QueryContext } from "../../../model/query-context.ts";
import type { App } from "../../../server/app.ts";
import { findChart } from "../../chart/index.ts";
import { findDatabase } from "../../database/index.ts";
import type { DatasetRecord } from "../../dataset/index.ts";

const DEFAULT_SECONDS = 86_400;
const MAX_CACHED = 5000;

/** Of the request, the chart, the dataset, the database, in this order. -1 = not cached. */
export async function cacheSecondsOf(
  app: App,
  dataset: DatasetRecord,
  context: Pick<QueryContext, "custom_cache_timeout" | "form_data">,
): Promise<number> {
  if (typeof context.custom_cache_timeout === "number") return context.custom_cache_timeout;
  const timeouts = app.once(createTimeouts);
  const chartId = Number(context.form_data?.slice_id);
  const ofChart = Number.isInteger(chartId) && chartId > 0 ? await timeouts.chart(chartId) : null;
  return ofChart ?? dataset.cache_timeout ?? (await timeouts.database(dataset.databaseId)) ?? DEFAULT_SECONDS;
}

interface Timeouts {
  chart(id: number): Promise<number | null>;
  database(id: number): Promise<number | null>;
}

function createTimeouts(app: App): Timeouts {
  return {
    chart: cachedTimeout(app, "chart", async (id) => (await findChart(app.db, id))?.cache_timeout ?? null),
    database: cachedTimeout(app, "database", async (id) => (await findDatabase(app.db, id))?.cache_timeout ?? null),
  };
}

function cachedTimeout(app: App, noun: "chart" | "database", load: (id: number) => Promise<number | null>) {
  const known = new Map<number, Promise<number | null>>();
  app.events.onChanged(noun, (id) => {
    if (id === undefined) known.clear();
    else known.delete(id);
  });
  return (id: number): Promise<number | null> => {
    const found = known.get(id);
    if (found) return found;
    if (known.size >= MAX_CACHED) known.clear();
    const loading = load(id);
    known.set(id, loading);
    loading.catch(() => known.delete(id));
    return loading;
  };
}
