import { z } from "zod";
import type { ListFilter } from "../../../model/resource.ts";
import type { Agent } from "./agent.ts";
import { FoundType, linkTo } from "./objects.ts";
import { tool } from "./tool.ts";

const LISTS: Readonly<
  Record<FoundType, { name: string; columns: readonly string[]; matching(text: string): ListFilter }>
> = {
  dashboard: {
    name: "dashboard_title",
    columns: ["id", "dashboard_title", "published", "certified_by", "changed_on_utc"],
    matching: (value) => ({ col: "dashboard_title", opr: "title_or_slug", value }),
  },
  chart: {
    name: "slice_name",
    columns: ["id", "slice_name", "viz_type", "datasource_id", "description", "certified_by", "changed_on_utc"],
    matching: (value) => ({ col: "slice_name", opr: "chart_all_text", value }),
  },
  dataset: {
    name: "table_name",
    columns: ["id", "table_name", "schema", "database.id", "database.database_name", "description", "changed_on_utc"],
    matching: (value) => ({ col: "table_name", opr: "ct", value }),
  },
  database: {
    name: "database_name",
    columns: ["id", "database_name", "backend", "expose_in_sqllab"],
    matching: (value) => ({ col: "database_name", opr: "ct", value }),
  },
};

const MAX_FOUND = 50;

const input = z.strictObject({
  text: z.string().max(200).optional().describe("Part of a name. Empty = latest."),
  types: z.array(FoundType).min(1).max(4).optional().describe("Default = all."),
  limit: z.number().int().min(1).max(MAX_FOUND).default(20).describe("Per type."),
});

interface Found {
  type: FoundType;
  total: number;
  results: unknown[];
}

async function find(agent: Agent, type: FoundType, { text, limit }: z.output<typeof input>): Promise<Found> {
  const { name, columns, matching } = LISTS[type];
  const { count, result } = await agent.get(`/api/v1/${type}/`, {
    columns,
    page_size: limit,
    ...(type === "database" ? {} : { order_column: "changed_on_delta_humanized", order_direction: "desc" }),
    ...(text ? { filters: [matching(text)] } : {}),
  });
  const results = result.map(({ [name]: title, ...row }: Record<string, unknown>) => ({
    id: row.id,
    name: title,
    ...row,
    url: linkTo(agent, type, row.id as number),
  }));
  return { type, total: count, results };
}

export const search = tool({
  name: "search",
  title: "Search",
  description: "Find dashboards, charts, datasets and databases by name. Start here.",
  scope: "read",
  input,
  run: async (agent, asked) => {
    const types = asked.types ?? FoundType.options;
    const found = await Promise.allSettled(types.map((type) => find(agent, type, asked)));
    const [failed] = found.filter((one) => one.status === "rejected");
    // With a single type, the reason matters; among several, what the user can't list is left out.
    if (failed && (types.length === 1 || found.every((one) => one.status === "rejected"))) throw failed.reason;
    return { data: { found: found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])) } };
  },
});
