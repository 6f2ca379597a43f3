import { type ChartState, rowCountOf } from "./chart-state.ts";

export function loadEvent(before: ChartState | undefined, now: ChartState): Record<string, unknown> | undefined {
  const isSuperseded = before?.status === "loading" && (before.startedAt ?? now.startedAt) !== now.startedAt;
  if (isSuperseded) return { ...queryDetails(before), has_err: true, error_details: "abort" };
  if (now.status === "loading" || now.finishedAt === undefined || now.finishedAt === before?.finishedAt)
    return undefined;
  const duration = now.finishedAt - (now.startedAt ?? now.finishedAt);
  const about = { ...queryDetails(now), duration };
  if (now.status === "stopped") return { ...about, has_err: true, error_details: "abort" };
  if (now.status === "failed") return { ...about, has_err: true, error_details: failureOf(now) };
  const [first] = now.results ?? [];
  return { ...about, row_count: rowCountOf(now), is_cached: first?.is_cached ?? false };
}

function failureOf({ error }: ChartState): string {
  if (error?.kind === "timeout" || error?.errors.some((one) => /TIMEOUT/.test(one.error_type))) return "timeout";
  return error?.title ?? "Unknown error";
}

function queryDetails({ context, startedAt }: ChartState) {
  const { datasource, form_data, force } = context ?? {};
  return {
    viz_type: form_data?.viz_type,
    datasource: datasource && `${datasource.id}__${datasource.type}`,
    force_refresh: force ?? false,
    started: startedAt,
  };
}
