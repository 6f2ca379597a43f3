import { number } from "../../../i18n/intl.ts";
import type { Message } from "../../../i18n/message.ts";
import { msg, t } from "../../../i18n/translate.ts";
import type { SlowReason } from "../../../model/slow-reasons.ts";
import type { Phase, TileProfile } from "../../../model/tile-profile.ts";

export const PHASE_NAMES: Readonly<Record<Phase, Message>> = {
  wait: msg("Waiting"),
  plan: msg("Preparation"),
  queue: msg("Queue"),
  engine: msg("Database"),
  encode: msg("Formatting"),
  wire: msg("Transfer"),
  decode: msg("Parsing"),
  draw: msg("Drawing"),
};

/** The cause, then what helps. */
const REASONS: Readonly<Record<Exclude<SlowReason, "much_data" | "many_points" | "many_statements">, Message>> = {
  failed: msg("The chart failed to load. See the message on the chart."),
  filter_first: msg("Waited for the first value of a filter. Give the filter a fixed default value."),
  page_load: msg("Waited for the page to load. A refresh is faster."),
  browser_busy: msg("The browser was busy with other charts. Put some on another tab, or show fewer rows."),
  queue: msg("Waited for other queries of this database. Put charts on other tabs, or allow more concurrent queries."),
  templates: msg("Templates in the SQL ran queries first. Use fewer lookups, or fixed values."),
  planning: msg("Preparing the query took long. Simplify the dataset's SQL."),
  cache_off: msg("Results aren't cached. Set a cache timeout for the chart, dataset or database."),
  cache_changing: msg("The query depends on the current time, so cached results don't help. Use ranges of whole days."),
  cache_short: msg("Results are cached for less than 5 minutes. Set a longer cache timeout."),
  cache_bypassed: msg("The cache was ignored. A normal refresh uses it."),
  not_cached: msg("Results weren't cached yet, or had expired. The next load is faster."),
  nested_join: msg("The database compares each row of one table with each of another. Join on equal, indexed columns."),
  many_groups: msg("The query makes many groups. Group by fewer columns or a coarser time grain."),
  index_missing: msg("The database reads a whole table to find a few rows. Add an index on the filtered columns."),
  remote: msg("The database responds slowly, even without running the query. Check the network to it."),
  database_busy: msg("The query should be fast: the database was busy, or a lock held it up. Check what else ran."),
  full_scan: msg("The database reads a whole table. Filter by time, or use a dataset with aggregated data."),
  slow_query: msg("The database took long. Look at the query and its plan."),
  background: msg("The query ran in the background, so its time isn't divided."),
  processing: msg("Processing the results took long. Use fewer rows, comparisons or pivoted columns."),
  encoding: msg("Formatting the results took long. The server may be busy."),
  slow_network: msg("The network is slow. Check the connection to the server."),
  chart_code: msg("The code of the chart type was loaded. The browser caches it."),
  drawing: msg("Drawing took long. Use a simpler chart, or close other programs."),
  row_limit: msg("The row limit cut off results, so totals may be incomplete. Raise it, or filter more."),
};

const megabytes = (bytes: number) =>
  number(bytes / 1_000_000, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });

export const msText = (ms: number) => number(ms, { style: "unit", unit: "millisecond", maximumFractionDigits: 0 });

export function reasonText(reason: SlowReason, { rows, bytes, server }: TileProfile): string {
  switch (reason) {
    case "much_data":
      return t("{rows, number} rows ({size}) were sent. Lower the row limit, or group more.", {
        rows,
        size: megabytes(bytes),
      });
    case "many_points":
      return t("{rows, number} rows are drawn. Use a coarser time grain, fewer series or a lower row limit.", { rows });
    case "many_statements":
      return t("The chart runs {count, number} statements. Remove time comparisons, totals or layers.", {
        count: server?.statements ?? 0,
      });
    default:
      return t(REASONS[reason]);
  }
}
