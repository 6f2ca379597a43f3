import { isIP } from "node:net";
import { recordEntries } from "../../server/audit/entries.ts";
import { isTracked, snapshotsOf } from "../../server/audit/snapshots.ts";
import type { Agent } from "./tools/agent.ts";
import type { Subject } from "./tools/tool.ts";

interface Use {
  readonly name: string;
  readonly status: number;
  readonly subject: Subject;
  readonly startedMs: number;
}

const resultOf = (status: number) =>
  status < 400 ? "ok" : status === 401 || status === 403 || status === 429 ? "refused" : "failed";

const NAME = /^[a-z_]{1,50}$/;

/** Besides what the API's own calls record, such as a saved chart. */
export async function recordUse({ ctx, user }: Agent, { name, status, subject, startedMs }: Use): Promise<void> {
  const { app, request } = ctx;
  const { kind, id } = subject;
  const references = id === undefined ? [] : [id];
  const found = isTracked(kind) ? await snapshotsOf(app, { kind, references }) : new Map();
  const tool = NAME.test(name) ? name : "unknown";
  await recordEntries(app, [
    {
      action: `mcp.${tool}`,
      verb: "use_tool",
      result: resultOf(status),
      status,
      user_id: user.id,
      username: user.username,
      address: isIP(request.ip) ? request.ip : "",
      request_id: request.id,
      duration_ms: Math.max(0, app.clock.now() - startedMs),
      object_kind: kind ?? null,
      object_id: id ?? null,
      object_name: found.get(String(id))?.name ?? null,
      json: { tool },
    },
  ]);
}
