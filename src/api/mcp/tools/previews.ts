import { type SqlBool, sql } from "kysely";
import { digestOf, randomToken } from "../../../server/auth/digest.ts";
import { formatTimestamp } from "../../../server/clock.ts";
import { pruneOldest, QUOTAS } from "../../../server/store/quotas.ts";
import type { Agent } from "./agent.ts";

const PREVIEW_MS = 10 * 60_000;

/** What confirming sends, exactly as it was shown. */
export interface PreparedChange {
  readonly kind: "chart" | "dashboard";
  /** Undefined for a new one. */
  readonly id: number | undefined;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of what was changed; saving fails if someone saved it since. */
  readonly etag: string | undefined;
}

export async function keepPreview({ ctx: { app }, user }: Agent, change: PreparedChange) {
  const token = randomToken();
  const now = app.clock.now();
  await app.db.deleteFrom("agent_previews").where("expires_on", "<", formatTimestamp(now)).execute();
  const row = { token_hash: digestOf(token), user_id: user.id, content: JSON.stringify(change) };
  await app.db
    .insertInto("agent_previews")
    .values({ ...row, expires_on: formatTimestamp(now + PREVIEW_MS) })
    .execute();
  const where = sql<SqlBool>`user_id = ${user.id}`;
  const stored = { table: "agent_previews" as const, where, texts: ["content"], newest: sql`id desc` };
  await pruneOldest(app.db, stored, QUOTAS.agentPreviews);
  return { token, expires_in_seconds: PREVIEW_MS / 1000 };
}

/** Works once, for the user who saw the preview. */
export async function takePreview({ ctx: { app }, user }: Agent, token: string): Promise<PreparedChange | undefined> {
  const row = await app.db
    .deleteFrom("agent_previews")
    .where("token_hash", "=", digestOf(token))
    .where("user_id", "=", user.id)
    .where("expires_on", ">=", app.clock.timestamp())
    .returning("content")
    .executeTakeFirst();
  return row && (JSON.parse(row.content) as PreparedChange);
}
