import { z } from "zod";
import { FoundType, filled, Id, subjectOf } from "./objects.ts";
import { tool } from "./tool.ts";

const input = z.strictObject({
  type: FoundType,
  id: Id,
  operation: z.enum(["list", "see", "rows", "export", "change"]).default("see"),
  user: Id.optional().describe("Another user's id. Administrators only."),
  dashboard_id: Id.optional().describe("Data requested through this dashboard. Administrators only."),
});

export const explainAccess = tool({
  name: "explain_access",
  title: "Explain access",
  description: "Whether the user has access to an object, by which role or rule, and which row-level security applies.",
  scope: "read",
  input,
  subjectOf,
  run: async (agent, asked) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(filled(asked))) search.set(name, String(value));
    const { result } = await agent.get(`/api/v1/security/explain/?${search}`);
    return { data: result };
  },
});
