import { z } from "zod";
import type { ObjectKind } from "../../../model/audit.ts";
import { type Agent, ToolError } from "./agent.ts";
import { filled, Id } from "./objects.ts";
import { tool } from "./tool.ts";

const MAX_LISTED = 100;

const Kind = z.enum(["dataset", "column", "metric", "chart", "filter", "dashboard", "report"]);

const input = z.strictObject({
  type: Kind.describe("report = alert or report"),
  id: Id.describe("Of a column or metric: its dataset. Of a filter: its dashboard."),
  name: z.string().min(1).max(2000).optional().describe("Of a column or metric; of a filter: its id"),
  if_removed: z
    .boolean()
    .default(false)
    .describe(
      "What would break instead, with owners and views in 30 days. For datasets, columns, metrics, charts and dashboards.",
    ),
});
type Asked = z.output<typeof input>;

// biome-ignore lint/suspicious/noExplicitAny: responses of several calls
type Json = any;

const NAMED = ["column", "metric", "filter"];

const KINDS: Readonly<Record<z.infer<typeof Kind>, ObjectKind>> = {
  ...{ dataset: "dataset", column: "dataset", metric: "dataset", chart: "chart", filter: "dashboard" },
  ...{ dashboard: "dashboard", report: "report" },
};

function itemOf({ origin }: Agent, { kind, id, key: _, name, label, within, url, ...more }: Json) {
  const filter_id = kind === "filter" ? name : undefined;
  return filled({ type: kind, id, name: label, filter_id, within, url: url && origin + url, ...more });
}

async function connections(agent: Agent, { type, id, name }: Asked) {
  const search = name === undefined ? "" : `?name=${encodeURIComponent(name)}`;
  const { result } = await agent.call({ method: "GET", url: `/api/v1/lineage/${type}/${id}${search}` });
  const side = (sign: number) => {
    const nodes = result.nodes.filter(({ distance }: Json) => distance * sign > 0);
    return nodes
      .slice(0, MAX_LISTED)
      .map(({ distance, is_broken, ...node }: Json) =>
        itemOf(agent, { ...node, steps: Math.abs(distance), broken: is_broken || undefined }),
      );
  };
  const [uses, used_by] = [side(-1), side(1)];
  return {
    ...itemOf(agent, result.node),
    ...{ uses_counts: result.uses, uses, used_by_counts: result.used_by, used_by, hidden_from_user: result.hidden },
    truncated: result.is_truncated || uses.length + used_by.length < result.nodes.length,
    pending_changes: result.pending,
  };
}

function changeOf({ type, id, name }: Asked) {
  if (type === "column") return { kind: "dataset", ids: [id], columns_removed: [name] };
  if (type === "metric") return { kind: "dataset", ids: [id], metrics_removed: [name] };
  if (type === "filter" || type === "report") throw new ToolError("Nothing else uses filters, alerts and reports.");
  return { kind: type, ids: [id], deleted: true };
}

async function impactOf(agent: Agent, asked: Asked) {
  const { result } = await agent.call({ method: "POST", url: "/api/v1/lineage/impact", body: changeOf(asked) });
  const affected = result.affected.slice(0, MAX_LISTED).map((each: Json) => {
    const { owners, because, views, viewers, last_viewed, ...item } = each;
    const people = owners.map((owner: Json) => `${owner.first_name} ${owner.last_name}`.trim());
    const viewed = views === null ? {} : { views_30_days: views, viewers_30_days: viewers, last_viewed };
    return { ...itemOf(agent, item), ...filled({ uses: because, owners: people }), ...viewed };
  });
  const { deleted, breaks, changes, hidden, pending } = result;
  const truncated = affected.length < result.affected.length;
  return { deleted, breaks, changes, hidden_from_user: hidden, affected, truncated, pending_changes: pending };
}

export const lineage = tool({
  name: "lineage",
  title: "Lineage",
  description:
    "What an item uses (a dashboard's charts, filters, metrics, columns, tables) and what uses it, up to dashboards, assertions, alerts, reports and public links. Use it before changing or removing anything.",
  scope: "read",
  input,
  subjectOf: ({ type, id }) => ({ kind: KINDS[type], id }),
  run: async (agent, asked) => {
    if (NAMED.includes(asked.type) !== (asked.name !== undefined))
      throw new ToolError("Columns, metrics and filters need a name, and other types have none.");
    return { data: await (asked.if_removed ? impactOf(agent, asked) : connections(agent, asked)) };
  },
});
