import { z } from "zod";
import { drawingProblems } from "../../../chart-seam/define.ts";
import { loadTypedForm, type TypedForm } from "../../../chart-types/index.ts";
import { readSharedForm } from "../../../model/form-data.ts";
import { type Agent, jsonOf, ToolError } from "../agent.ts";
import { chartRows } from "../result-rows.ts";
import { tool } from "../tool.ts";
import { assertEditable, fieldChanges, previewOf } from "./changes.ts";
import { Id, objectIn } from "./objects.ts";
import { chartData } from "./query.ts";

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
    description: result.description,
    params: objectIn(result.params),
    datasetId: result.datasource_id,
    dashboards: result.dashboards.map((one: { id: number }) => one.id),
    etag: response.headers.etag,
  };
}

const NEW: Saved = {
  slice_name: null,
  description: null,
  params: {},
  datasetId: null,
  dashboards: [],
  etag: undefined,
};

function mergedParams(before: Saved, { dataset_id, viz_type, settings = {} }: Asked): Record<string, unknown> {
  const merged = Object.entries({ ...before.params, ...settings }).filter(([, value]) => value !== null);
  const datasetId = before.datasetId ?? dataset_id;
  const params = Object.fromEntries(merged);
  return { ...params, viz_type: viz_type ?? params.viz_type, datasource: `${datasetId}__table` };
}

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

/** Runs the chart's query as the user. Undefined for charts that only combine others. */
async function sampleOf(agent: Agent, { type, formData }: TypedForm) {
  const context = type.buildQuery(formData);
  if (context.queries.length === 0) return undefined;
  const { result } = await chartData(agent, context);
  return chartRows(result[0] ?? {}, SAMPLE_ROWS);
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
    const params = mergedParams(before, asked);
    const typed = await checkedForm(params);
    const changes = [
      ...fieldChanges(
        { name: before.slice_name, description: before.description, dashboards: before.dashboards },
        { name, description, dashboards },
      ),
      ...fieldChanges(before.params, params),
    ];
    if (changes.length === 0) throw new ToolError("Nothing would change.");
    const body = {
      ...{ slice_name: name, description, dashboards },
      viz_type: typed.type.key,
      params: JSON.stringify(params),
      query_context: JSON.stringify(typed.type.buildQuery(typed.formData)),
      ...(id === undefined && { datasource_id: dataset_id, datasource_type: "table" }),
    };
    const sample = await sampleOf(agent, typed);
    const change = { kind: "chart", id, name: name ?? before.slice_name ?? "", body, etag: before.etag } as const;
    return previewOf(agent, change, { differences: changes, sample });
  },
});
