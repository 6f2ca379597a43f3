import { z } from "zod";
import { shownLayout } from "../../../chart-types/shown-layout.ts";
import { emptyLayout, type Layout, parseLayout, toPositions } from "../../../model/dashboard-layout.ts";
import { type Agent, jsonOf, ToolError } from "./agent.ts";
import { assertEditable, fieldChanges, previewOf } from "./changes.ts";
import { Id, objectIn } from "./objects.ts";
import { tool } from "./tool.ts";

const Charts = z.array(Id).max(100);

const input = z.strictObject({
  dashboard_id: Id.optional().describe("Default = a new dashboard"),
  title: z.string().min(1).max(500).optional(),
  add_charts: Charts.default([]).describe("Ids; they are placed last"),
  remove_charts: Charts.default([]),
  published: z.boolean().optional(),
});

interface Chart {
  id: number;
  uuid?: string;
  slice_name: string;
  viz_type: string | null;
}

interface Saved {
  title: string | null;
  published: boolean;
  position: string | null;
  metadata: Record<string, unknown>;
  charts: Chart[];
  etag: string | undefined;
}

const NEW: Saved = { title: null, published: false, position: null, metadata: {}, charts: [], etag: undefined };

interface ShownChart {
  id: number;
  slice_name: string;
  form_data: { viz_type: string };
}

async function savedDashboard(agent: Agent, id: number): Promise<Saved> {
  const [response, charts] = await Promise.all([
    agent.request({ method: "GET", url: `/api/v1/dashboard/${id}` }),
    agent.get(`/api/v1/dashboard/${id}/charts`),
  ]);
  const { result } = jsonOf(response);
  return {
    title: result.dashboard_title,
    published: result.published,
    position: result.position_json,
    metadata: objectIn(result.json_metadata),
    charts: charts.result.map(({ id, slice_name, form_data }: ShownChart) => ({
      id,
      slice_name,
      viz_type: form_data.viz_type,
    })),
    etag: response.headers.etag,
  };
}

async function chartOf(agent: Agent, id: number): Promise<Chart> {
  const { result } = await agent.get(`/api/v1/chart/${id}`);
  return { id, uuid: result.uuid, slice_name: result.slice_name, viz_type: result.viz_type };
}

/** Rows and columns that held nothing else go too. */
export function withoutCharts(layout: Layout, ids: readonly number[]): Layout {
  const left = new Map(
    Object.entries(layout).filter(([, { type, meta }]) => type !== "CHART" || !ids.includes(meta.chartId ?? 0)),
  );
  for (let removed = true; removed; ) {
    removed = false;
    for (const [id, part] of left) {
      const children = part.children.filter((child) => left.has(child));
      const isEmptied =
        children.length === 0 && part.children.length > 0 && (part.type === "ROW" || part.type === "COLUMN");
      if (isEmptied) removed = left.delete(id) || removed;
      else if (children.length < part.children.length) left.set(id, { ...part, children });
    }
  }
  return Object.fromEntries(left);
}

const names = (charts: readonly Chart[]) => charts.map(({ id, slice_name }) => ({ id, name: slice_name }));

export const previewDashboard = tool({
  name: "preview_dashboard",
  title: "Preview a dashboard change",
  description:
    "Prepares a new dashboard, or a change of one: title, charts, publication. Returns what would change and a token for confirm_change.",
  scope: "write",
  input,
  subjectOf: ({ dashboard_id }) => ({ kind: "dashboard", id: dashboard_id }),
  run: async (agent, asked) => {
    const { dashboard_id: id, title, add_charts, remove_charts, published } = asked;
    if (id === undefined && title === undefined) throw new ToolError("A new dashboard needs a title.");
    const before = id === undefined ? NEW : await savedDashboard(agent, id);
    await assertEditable(agent, "dashboard", id);
    const added = await Promise.all(
      [...new Set(add_charts)]
        .filter((one) => !before.charts.some((chart) => chart.id === one))
        .map((one) => chartOf(agent, one)),
    );
    const charts = [...before.charts.filter((chart) => !remove_charts.includes(chart.id)), ...added];
    const changes = fieldChanges(
      { title: before.title, published: before.published, charts: names(before.charts) },
      { title, published, charts: names(charts) },
    );
    if (changes.length === 0) throw new ToolError("Nothing would change.");
    const start = before.position ? parseLayout(before.position) : emptyLayout(title ?? before.title ?? "");
    const isMoved = add_charts.length + remove_charts.length > 0;
    const layout = isMoved ? shownLayout(withoutCharts(start, remove_charts), charts) : undefined;
    // Charts are placed by the positions in the metadata.
    const json_metadata = layout && JSON.stringify({ ...before.metadata, positions: toPositions(layout) });
    const body = { dashboard_title: title, published, json_metadata };
    const change = { kind: "dashboard", id, name: title ?? before.title ?? "", body, etag: before.etag } as const;
    return previewOf(agent, change, { differences: changes });
  },
});
