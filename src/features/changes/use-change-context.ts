import { useQuery } from "@tanstack/react-query";
import { show as showDashboard } from "../../api/dashboard/contract.ts";
import { open as openChart } from "../../api/explore/contract.ts";
import type { Control } from "../../chart-seam/control.ts";
import { controlsOf } from "../../chart-seam/define.ts";
import { loadEditedType } from "../../chart-types/with-matrix.ts";
import { call } from "../../web/client/client.ts";
import { type ChangeContext, type ChangedNoun, partName } from "./change-words.ts";

export interface Changed {
  noun: ChangedNoun;
  id: number;
}

/** Undefined while loading, empty on failure. `vizTypes`: the chart's types besides its current one. */
export function useChangeContext({ noun, id }: Changed, vizTypes: readonly string[] = []): ChangeContext | undefined {
  const { data, isError } = useQuery({
    queryKey: [noun, id, "change-names", ...vizTypes],
    retry: false,
    queryFn: ({ signal }) => contextOf({ noun, id }, vizTypes, signal),
  });
  return isError ? {} : data;
}

async function contextOf({ noun, id }: Changed, vizTypes: readonly string[], signal: AbortSignal) {
  switch (noun) {
    case "chart":
      return chartContext(id, vizTypes, signal);
    case "dashboard":
      return dashboardContext(id, signal);
    case "dataset":
    case "database":
    case "CSS template":
    case "theme":
    case "alert":
    case "report":
      return {};
  }
}

async function chartContext(id: number, vizTypes: readonly string[], signal: AbortSignal): Promise<ChangeContext> {
  const { result } = await call(openChart, { query: { slice_id: id } }, { signal });
  const types = await Promise.all([String(result.form_data.viz_type), ...vizTypes].map(loadEditedType));
  const controls = new Map<string, Control>();
  for (const control of types.flatMap((type) => controlsOf(type?.sections ?? []))) {
    if (!controls.has(control.name)) controls.set(control.name, control);
  }
  return { controls, dataset: result.dataset };
}

async function dashboardContext(id: number, signal: AbortSignal): Promise<ChangeContext> {
  const { result } = await call(showDashboard, { params: { id: `${id}` } }, { signal });
  const { native_filter_configuration = [], chart_customization_config = [] } = parsed(result.json_metadata);
  const filters = [native_filter_configuration, chart_customization_config].flat() as { id?: unknown }[];
  const parts = Object.entries(parsed(result.position_json));
  const named = [...filters.map((filter) => [String(filter.id), filter] as const), ...parts];
  const names = new Map<string, string>();
  for (const [key, value] of named) {
    const name = partName(value);
    if (name === undefined) continue;
    names.set(key, name);
    const { chartId } = ((value as { meta?: unknown }).meta ?? {}) as { chartId?: unknown };
    if (chartId !== undefined) names.set(`chart:${String(chartId)}`, name);
  }
  return { names };
}

function parsed(text: unknown): Record<string, unknown> {
  try {
    return JSON.parse(typeof text === "string" && text ? text : "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}
