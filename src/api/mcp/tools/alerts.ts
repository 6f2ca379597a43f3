import { z } from "zod";
import type { Agent } from "./agent.ts";
import { filled, Id, objectIn } from "./objects.ts";
import { tool } from "./tool.ts";

const MAX_LISTED = 50;
/** Of values, most urgent first. */
const STATES = ["Firing", "Pending", "Recovered", "OK"] as const;

const input = z.strictObject({
  id: Id.optional().describe("One alert or report with its latest runs. Default = list them."),
  type: z.enum(["Alert", "Report"]).optional(),
  state: z.enum(["Success", "Working", "Error", "Not triggered", "On Grace"]).optional(),
  text: z.string().max(200).optional().describe("Part of the name"),
});

// biome-ignore lint/suspicious/noExplicitAny: responses of several calls
type Json = any;

async function list(agent: Agent, { type, state, text }: z.output<typeof input>) {
  const filters = [
    ...(type ? [{ col: "type", opr: "eq", value: type }] : []),
    ...(state ? [{ col: "last_state", opr: "eq", value: state }] : []),
    ...(text ? [{ col: "name", opr: "ct", value: text }] : []),
  ];
  const { count, result } = await agent.get("/api/v1/report/", { filters, page_size: MAX_LISTED });
  const rows = result.map((row: Json) =>
    filled({
      ...{ id: row.id, type: row.type, name: row.name, active: row.active, state: row.last_state },
      ...{ schedule: row.crontab_humanized ?? row.crontab, timezone: row.timezone, last_run: row.last_eval_dttm },
      ...{ chart_id: row.chart_id, dashboard_id: row.dashboard_id },
    }),
  );
  return { total: count, truncated: count > rows.length, alerts: rows };
}

async function show(agent: Agent, id: number) {
  const order = { order_column: "start_dttm", order_direction: "desc", page_size: 10 };
  const [{ result }, log] = await Promise.all([
    agent.get(`/api/v1/report/${id}`),
    agent.get(`/api/v1/report/${id}/log/`, order),
  ]);
  const byValue = result.extra?.by_value ? await valuesOf(agent, id) : {};
  const runs = log.result.map((run: Json) =>
    filled({
      start: run.start_dttm,
      scheduled: run.scheduled_dttm,
      state: run.state,
      value: run.value,
      error: run.error_message,
    }),
  );
  return {
    ...filled({ id, type: result.type, name: result.name, description: result.description, state: result.last_state }),
    ...filled({ schedule: result.crontab, timezone: result.timezone, sql: result.sql, last_value: result.last_value }),
    ...filled({ condition: objectIn(result.validator_config_json), chart: result.chart, dashboard: result.dashboard }),
    ...filled({ database: result.database, assertion_ids: result.extra?.assertion_ids }),
    active: result.active,
    ...byValue,
    runs,
  };
}

/** Of an alert with a state for each row of its query: firing ones first. */
async function valuesOf(agent: Agent, id: number) {
  const { result } = await agent.get(`/api/v1/report/${id}/values`);
  const rank = ({ state }: Json) => STATES.indexOf(state);
  const values = result.values.toSorted((a: Json, b: Json) => rank(a) - rank(b));
  return {
    counts: Object.fromEntries(
      STATES.map((state) => [state, values.filter((one: Json) => one.state === state).length]),
    ),
    values: values
      .slice(0, MAX_LISTED)
      .map(({ label, ...value }: Json) => filled({ label: JSON.parse(label), ...value })),
    values_truncated: values.length > MAX_LISTED,
    silences: result.silences.map(({ label, ends_on, comment }: Json) =>
      filled({ label: label === null ? "all" : JSON.parse(label), ends_on, comment }),
    ),
  };
}

export const alerts = tool({
  name: "alerts",
  title: "Alerts and reports",
  description:
    "Alerts and scheduled reports: their state, condition, schedule and latest runs, and the state of each value of alerts by value.",
  scope: "read",
  input,
  subjectOf: ({ id }) => ({ kind: "report", id }),
  run: async (agent, asked) => ({ data: await (asked.id === undefined ? list(agent, asked) : show(agent, asked.id)) }),
});
