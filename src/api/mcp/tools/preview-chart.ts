import { z } from "zod";
import { drawingProblems } from "../../../chart-seam/define.ts";
import { loadTypedForm, type TypedForm } from "../../../chart-types/index.ts";
import { readSharedForm } from "../../../model/form-data.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { type Agent, jsonOf, ToolError } from "./agent.ts";
import { assertEditable, fieldChanges, previewOf } from "./changes.ts";
import { Id, objectIn } from "./objects.ts";
import { chartData } from "./query.ts";
import { chartRows } from "./result-rows.ts";
import { tool } from "./tool.ts";

const SAMPLE_ROWS = 5;

const input = z.strictObject({
  chart_id: Id.optional().describe("Default = a new chart"),
  dataset_id: Id.optional().describe("Of a new chart"),
  name: z.string().min(1).max(250).optional(),
  viz_type: z.string().max(100).optional().describe("See chart_types"),
  settings: z
    .record(z.string().max(200), z.unknown())
    .optional()
    .describe("Merged into the chart's; null removes one. See chart_types"),
  description: z.string().max(10_000).optional(),
  dashboard_ids: z.array(Id).max(50).optional().describe("Dashboards that show it"),
});
type Asked = z.output<typeof input>;

interface Saved {
  slice_name: string | null;
  viz_type: string | null;
  description: string | null;
  params: Record<string, unknown>;
  datasetId: number | null;
  dashboards: number[];
  etag: string | undefined;
}

async function savedChart(agent: Agent, id: number): Promise<Saved> {
  const response = await agent.request({ method: "GET", url: `/api/v1/chart/${id}` });
  const { result } = jsonOf(response);
  return {
    slice_name: result.slice_name,
    viz_type: result.viz_type,
    description: result.description,
    params: objectIn(result.params),
    datasetId: result.datasource_id,
    dashboards: result.dashboards.map((one: { id: number }) => one.id),
    etag: response.headers.etag,
  };
}

const NEW: Saved = {
  slice_name: null,
  viz_type: null,
  description: null,
  params: {},
  datasetId: null,
  dashboards: [],
  etag: undefined,
};

/** Undefined if the query and look stay as they are. */
function changedParams(before: Saved, { dataset_id, viz_type, settings }: Asked): Record<string, unknown> | undefined {
  if (viz_type === undefined && settings === undefined) return undefined;
  const merged = Object.entries({ ...before.params, ...settings }).filter(([, value]) => value !== null);
  const datasetId = before.datasetId ?? dataset_id;
  return {
    ...Object.fromEntries(merged),
    viz_type: viz_type ?? before.viz_type,
    datasource: `${datasetId}__table`,
  };
}

const differencesOf = (before: Saved, params: Record<string, unknown>) => [
  ...fieldChanges(before.params, params),
  ...Object.keys(before.params).flatMap((field) =>
    field in params ? [] : [{ field, before: before.params[field], after: null }],
  ),
];

/** Throws with what is wrong with which setting. */
async function checkedForm(params: Record<string, unknown>): Promise<TypedForm> {
  const read = readSharedForm(params);
  const typed = read && (await loadTypedForm(read));
  if (!typed) throw new ToolError("The viz_type or the filters aren't valid. See chart_types.");
  const problems = Object.entries(drawingProblems(typed.type, typed.formData));
  if (problems.length > 0)
    throw new ToolError(`Settings: ${problems.map(([name, problem]) => `${name}: ${problem}`).join("; ")}`);
  return typed;
}

function contextOf({ type, formData }: TypedForm): QueryContext {
  try {
    return type.buildQuery(formData);
  } catch {
    throw new ToolError("The settings don't make a query. See chart_types.");
  }
}

/** Runs the chart's query as the user. Undefined for charts that only combine others. */
async function sampleOf(agent: Agent, context: QueryContext) {
  if (context.queries.length === 0) return undefined;
  const { result } = await chartData(agent, context);
  return chartRows(result[0] ?? {}, SAMPLE_ROWS);
}

/** What is saved, and first rows, of a chart with these settings. */
async function drawn(agent: Agent, params: Record<string, unknown>) {
  const typed = await checkedForm(params);
  const context = contextOf(typed);
  const query_context = JSON.stringify(context);
  const fields = { viz_type: String(params.viz_type), params: JSON.stringify(params), query_context };
  return { fields, sample: await sampleOf(agent, context) };
}

export const previewChart = tool({
  name: "preview_chart",
  title: "Preview a chart change",
  description:
    "Prepares a new chart, or a change of one, and runs it without saving. Returns what would change, first rows, and a token for confirm_change.",
  scope: "write",
  input,
  subjectOf: ({ chart_id, dataset_id }) =>
    chart_id === undefined ? { kind: "dataset", id: dataset_id } : { kind: "chart", id: chart_id },
  run: async (agent, asked) => {
    const { chart_id: id, dataset_id, name, description, dashboard_ids: dashboards } = asked;
    if (id === undefined && (dataset_id === undefined || name === undefined || asked.viz_type === undefined))
      throw new ToolError("A new chart needs dataset_id, name and viz_type.");
    const before = id === undefined ? NEW : await savedChart(agent, id);
    await assertEditable(agent, "chart", id);
    const params = changedParams(before, asked);
    const { slice_name, dashboards: dashboardsBefore } = before;
    const differences = [
      ...fieldChanges(
        { name: slice_name, description: before.description, dashboards: dashboardsBefore },
        { name, description, dashboards },
      ),
      ...(params ? differencesOf(before, params) : []),
    ];
    if (differences.length === 0) throw new ToolError("Nothing would change.");
    const { fields, sample } = params ? await drawn(agent, params) : { fields: {}, sample: undefined };
    const source = id === undefined ? { datasource_id: dataset_id, datasource_type: "table" } : {};
    const body = { slice_name: name, description, dashboards, ...fields, ...source };
    const change = { kind: "chart", id, name: name ?? slice_name ?? "", body, etag: before.etag } as const;
    return previewOf(agent, change, { differences, sample });
  },
});
