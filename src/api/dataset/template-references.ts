import type { Dialect } from "../../query/dialect.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import { noQuery, renderTemplated } from "../../query/templates/compile-templated.ts";
import type { Lookup } from "../../query/templates/macros.ts";
import { hasTemplate } from "../../query/templates/template-text.ts";
import { Templates } from "../../query/templates/templates.ts";
import type { App } from "../../server/app.ts";
import { wallTime } from "../../server/clock.ts";
import { datasetForQuery } from "./records.ts";

/** What a templated text uses, over all ways of rendering it that are known. */
export interface TemplateReferences {
  texts: string[];
  metrics: { datasetId: number | null; name: string }[];
}

const TABLE = "tessera_dataset_";

/** Stands for the query of the dataset in rendered texts. */
export const datasetOfMacro = (table: string): number | undefined => {
  const id = table.startsWith(TABLE) ? Number(table.slice(TABLE.length)) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
};

const NO_USER = { id: 0, username: "", email: "", roles: [] };

/**
 * Renders with and without values of a request, since templates branch on them. Texts that can't be rendered are left
 * out. Reads no data, and calls nothing for a user: it isn't shown to anyone.
 */
export async function templateReferences(
  app: App,
  text: string,
  { dataset, dialect }: { dataset: QueryDataset; dialect: Dialect },
): Promise<TemplateReferences> {
  if (!hasTemplate(text)) return { texts: [text], metrics: [] };
  const metrics = new Map<string, { datasetId: number | null; name: string }>();
  const note = (datasetId: number | null, name: string) => metrics.set(`${datasetId} ${name}`, { datasetId, name });
  const watched = {
    ...dataset,
    metrics: dataset.metrics.map((metric) => watchedMetric(metric, () => note(null, metric.metric_name))),
  };
  const find = (lookup: Lookup) => answer(app, lookup, { dialect, note });
  const texts = new Set<string>();
  for (const isTrial of [true, false]) {
    const templates = new Templates({ user: NO_USER, urlParams: {}, isTrial });
    templates.begin(noQuery(watched, dialect, wallTime(app.clock)));
    const rendered = await renderTemplated(text, templates, find).catch(() => undefined);
    if (rendered !== undefined) texts.add(rendered);
  }
  return { texts: [...texts], metrics: [...metrics.values()] };
}

function watchedMetric<T extends { expression: string }>(metric: T, read: () => void): T {
  const { expression } = metric;
  return Object.defineProperty({ ...metric }, "expression", {
    get: () => {
      read();
      return expression;
    },
  });
}

interface Answering {
  dialect: Dialect;
  note(datasetId: number | null, name: string): unknown;
}

async function answer(app: App, lookup: Lookup, { dialect, note }: Answering): Promise<unknown> {
  switch (lookup.kind) {
    case "rls":
      return null;
    case "partitions":
      return { columns: [], rows: [] };
    case "metric": {
      note(lookup.datasetId, lookup.key);
      const dataset = await datasetForQuery(app, lookup.datasetId);
      return dataset.metrics.find(({ metric_name }) => metric_name === lookup.key)?.expression ?? "NULL";
    }
    case "dataset": {
      const dataset = await datasetForQuery(app, lookup.id);
      const names = [
        ...(lookup.columns ?? dataset.columns.map((column) => column.column_name)),
        ...(lookup.includeMetrics ? dataset.metrics.map((metric) => metric.metric_name) : []),
      ];
      if (lookup.includeMetrics) for (const { metric_name } of dataset.metrics) note(lookup.id, metric_name);
      return `SELECT ${names.map((name) => dialect.quoteIdentifier(name)).join(", ") || "*"} FROM ${TABLE}${lookup.id}`;
    }
  }
}
