import { z } from "zod";
import type { Agent } from "./agent.ts";
import { ToolError } from "./agent.ts";
import { FoundType, filled, Id, linkTo, objectIn, subjectOf } from "./objects.ts";
import { tool } from "./tool.ts";

const input = z.strictObject({
  type: FoundType,
  id: Id,
  catalog: z.string().max(250).optional().describe("Of a database."),
  schema: z.string().max(250).optional().describe("Of a database: lists its tables."),
  table: z.string().max(250).optional().describe("Of the schema: lists its columns."),
});
type Described = z.output<typeof input>;

// biome-ignore lint/suspicious/noExplicitAny: responses of several calls
type Json = any;

const MAX_LISTED = 500;

/** Says how many of a long list there are. */
const listed = (name: string, items: readonly unknown[]) => ({
  [name]: items.slice(0, MAX_LISTED),
  ...(items.length > MAX_LISTED && { [`${name}_count`]: items.length, truncated: true }),
});

async function ofDataset(agent: Agent, id: number) {
  const { result } = await agent.get(`/api/v1/dataset/${id}`);
  const columns = (result.columns ?? []).map((column: Json) =>
    filled({
      name: column.column_name,
      type: column.type,
      label: column.verbose_name,
      description: column.description,
      expression: column.expression,
      is_time: column.is_dttm || undefined,
    }),
  );
  const metrics = (result.metrics ?? []).map((metric: Json) =>
    filled({
      name: metric.metric_name,
      expression: metric.expression,
      label: metric.verbose_name,
      description: metric.description,
      warning: metric.warning_text,
    }),
  );
  const { database, schema, catalog, sql, description, main_dttm_col } = result;
  return {
    ...filled({ id, name: result.table_name, description, catalog, schema, sql, time_column: main_dttm_col }),
    database: { id: database?.id, name: database?.database_name },
    ...listed("columns", columns),
    ...listed("metrics", metrics),
  };
}

async function ofChart(agent: Agent, id: number) {
  const { result } = await agent.get(`/api/v1/chart/${id}`);
  const { slice_name, viz_type, description, datasource_id, certified_by, dashboards, params } = result;
  return {
    ...filled({ id, name: slice_name, viz_type, description, dataset_id: datasource_id, certified_by }),
    settings: objectIn(params),
    dashboards: (dashboards ?? []).map((one: Json) => ({ id: one.id, name: one.dashboard_title })),
    owners: people(result.owners),
  };
}

async function ofDashboard(agent: Agent, id: number) {
  const [{ result }, charts] = await Promise.all([
    agent.get(`/api/v1/dashboard/${id}`),
    agent.get(`/api/v1/dashboard/${id}/charts`),
  ]);
  const filters = [objectIn(result.json_metadata).native_filter_configuration].flat();
  return {
    ...filled({ id, name: result.dashboard_title, slug: result.slug, certified_by: result.certified_by }),
    published: result.published,
    can_edit: result.can_edit,
    ...listed(
      "charts",
      charts.result.map((chart: Json) =>
        filled({
          id: chart.id,
          name: chart.slice_name,
          viz_type: chart.form_data?.viz_type,
          dataset_id: Number.parseInt(chart.form_data?.datasource, 10) || undefined,
          description: chart.description,
        }),
      ),
    ),
    filters: filters.flatMap((filter: Json) =>
      filter?.filterType
        ? [filled({ name: filter.name, type: filter.filterType, column: filter.targets?.[0]?.column?.name })]
        : [],
    ),
    owners: people(result.owners),
  };
}

const people = (owners: Json[] | undefined) => (owners ?? []).map((one) => `${one.first_name} ${one.last_name}`.trim());

async function ofDatabase(agent: Agent, { id, catalog, schema, table }: Described) {
  if (table !== undefined) {
    const search = new URLSearchParams(filled({ name: table, schema, catalog }) as Record<string, string>);
    const { columns } = await agent.get(`/api/v1/database/${id}/table_metadata/?${search}`);
    const named = columns.map((column: Json) =>
      filled({ name: column.name, type: column.type, comment: column.comment }),
    );
    return { id, table, schema, ...listed("columns", named) };
  }
  if (schema !== undefined) {
    const { result } = await agent.get(
      `/api/v1/database/${id}/tables/`,
      filled({ schema_name: schema, catalog_name: catalog, with_datasets: true }),
    );
    const tables = result.map((one: Json) => filled({ name: one.value, type: one.type, dataset_id: one.dataset_id }));
    return { id, schema, ...listed("tables", tables) };
  }
  const [{ result }, schemas] = await Promise.all([
    agent.get(`/api/v1/database/${id}`),
    agent.get(`/api/v1/database/${id}/schemas/`, filled({ catalog })),
  ]);
  return { id, name: result.database_name, backend: result.backend, ...listed("schemas", schemas.result) };
}

export async function describeObject(agent: Agent, asked: Described): Promise<Record<string, unknown>> {
  const { type, id } = asked;
  const found =
    type === "dataset"
      ? ofDataset(agent, id)
      : type === "chart"
        ? ofChart(agent, id)
        : type === "dashboard"
          ? ofDashboard(agent, id)
          : ofDatabase(agent, asked);
  return { type, ...(await found), url: linkTo(agent, type, id) };
}

export const describe = tool({
  name: "describe",
  title: "Describe",
  description:
    "What a dashboard, chart, dataset or database has: a dataset's columns and metrics, a chart's settings, a dashboard's charts and filters, a database's schemas, tables and columns.",
  scope: "read",
  input,
  subjectOf,
  run: async (agent, asked) => {
    if (asked.table !== undefined && asked.schema === undefined && asked.type === "database")
      throw new ToolError("A table needs its schema.");
    return { data: await describeObject(agent, asked) };
  },
});
