import type { Agent } from "./tools/agent.ts";
import { ToolError } from "./tools/agent.ts";
import { describeObject } from "./tools/describe.ts";
import { FoundType, Id } from "./tools/objects.ts";

const JSON_TYPE = "application/json";
const MAX_LISTED = 50;
const ADDRESS = /^tessera:\/\/(\w+)\/(\d{1,10})$/;

export const RESOURCE_TEMPLATES = FoundType.options.map((type) => ({
  uriTemplate: `tessera://${type}/{id}`,
  name: type,
  description: `A ${type}, as the tool describe returns it`,
  mimeType: JSON_TYPE,
}));

interface Row {
  id: number;
  dashboard_title: string;
}

/** The latest dashboards; search finds the rest. */
export async function listResources(agent: Agent) {
  const { result } = await agent.get("/api/v1/dashboard/", {
    columns: ["id", "dashboard_title"],
    order_column: "changed_on_delta_humanized",
    order_direction: "desc",
    page_size: MAX_LISTED,
  });
  return (result as Row[]).map(({ id, dashboard_title }) => ({
    uri: `tessera://dashboard/${id}`,
    name: dashboard_title,
    mimeType: JSON_TYPE,
  }));
}

export function resourceAt(uri: string): { type: FoundType; id: number } {
  const [, type, id] = ADDRESS.exec(uri) ?? [];
  const parsed = { type: FoundType.safeParse(type), id: Id.safeParse(Number(id)) };
  if (!parsed.type.success || !parsed.id.success)
    throw new ToolError(`There is no resource ${uri.slice(0, 200)}.`, 404);
  return { type: parsed.type.data, id: parsed.id.data };
}

export const readResource = (agent: Agent, uri: string) => describeObject(agent, resourceAt(uri));
