import { z } from "zod";
import { type Agent, ToolError } from "./agent.ts";
import { linkTo } from "./objects.ts";
import { keepPreview, type PreparedChange, takePreview } from "./previews.ts";
import { tool } from "./tool.ts";

interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Fields that differ, without those that aren't given. */
export function fieldChanges(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  return Object.entries(after).flatMap(([field, value]): FieldChange[] => {
    const old = before[field] ?? null;
    const isSame = value === undefined || JSON.stringify(old) === JSON.stringify(value);
    return isSame ? [] : [{ field, before: old, after: value }];
  });
}

/** Throws unless the user can save it. The save asks again. */
export async function assertEditable(agent: Agent, kind: "chart" | "dashboard", id: number | undefined): Promise<void> {
  if (id === undefined) {
    const { permissions } = await agent.get(`/api/v1/${kind}/_info`, { keys: ["permissions"] });
    if (!permissions.includes("can_write")) throw new ToolError(`The user can't create a ${kind}.`, 403);
    return;
  }
  const { result } = await agent.get(`/api/v1/security/explain/?type=${kind}&id=${id}&operation=change`);
  if (!result.allowed) throw new ToolError(result.because, 403);
}

export async function previewOf(agent: Agent, change: PreparedChange, shown: Readonly<Record<string, unknown>>) {
  const { kind, id, name } = change;
  const preview = await keepPreview(agent, change);
  const what = id === undefined ? { creates: kind, name } : { changes: kind, id, name, url: linkTo(agent, kind, id) };
  return { data: { ...what, ...shown, ...preview } };
}

export const confirmChange = tool({
  name: "confirm_change",
  title: "Confirm a change",
  description: "Saves what a preview showed. Ask the user first.",
  scope: "write",
  changes: true,
  input: z.strictObject({ token: z.string().min(1).max(100) }),
  run: async (agent, { token }) => {
    const change = await takePreview(agent, token);
    if (!change) throw new ToolError("This preview has expired, was used, or isn't this user's. Preview again.", 404);
    const { kind, body, etag } = change;
    const saved =
      change.id === undefined
        ? await agent.call({ method: "POST", url: `/api/v1/${kind}/`, body })
        : await agent.call({
            method: "PUT",
            url: `/api/v1/${kind}/${change.id}`,
            body,
            ...(etag !== undefined && { headers: { "if-match": etag } }),
          });
    const id = change.id ?? Number(saved.id);
    return { data: { saved: kind, id, name: change.name, url: linkTo(agent, kind, id) } };
  },
});
