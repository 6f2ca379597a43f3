import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { translatedCause } from "../../connectors/failure.ts";
import type { App } from "../../server/app.ts";
import { formatTimestamp, utcText } from "../../server/clock.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { anyOf, ownerRule } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import { visibleDatabases } from "../database/index.ts";
import type { AttentionItem } from "./contract.ts";

type Item = z.output<typeof AttentionItem>;

const SHOWN = 10;
const FIRED_MS = 7 * 24 * 60 * 60 * 1000;
const MESSAGE_CHARACTERS = 1000;
const none = { at: null, message: null, is_quoted: false, value: null, slow: null, budget: null };

function told(stored: string | null): Pick<Item, "message" | "is_quoted"> {
  const known = translatedCause(stored ?? "");
  return known === undefined
    ? { message: stored?.slice(0, MESSAGE_CHARACTERS) ?? null, is_quoted: true }
    : { message: known, is_quoted: false };
}

/** A failure is over once the database was changed, or answered. */
export async function failedDatabases(app: App, user: User): Promise<Item[]> {
  const visible = await visibleDatabases(app, user);
  const rows = await app.db
    .selectFrom("database_failures")
    .innerJoin("databases", "databases.id", "database_failures.database_id")
    .select(["databases.id", "database_name", "failed_on", "message"])
    .whereRef("failed_on", ">=", "databases.changed_on")
    .where(visible ?? sql<SqlBool>`(1 = 1)`)
    .orderBy("failed_on", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map(({ id, database_name, failed_on, message }) => ({
    ...none,
    kind: "database_failed" as const,
    id,
    name: database_name,
    url: `/databaseview/list/?edit=${id}`,
    at: utcText(failed_on),
    ...told(message),
  }));
}

/** Failures of those that the user can change, with their message; alerts that fired only for their owners. */
export async function reportsNeedingAttention(app: App, user: User): Promise<Item[]> {
  const since = formatTimestamp(app.clock.now() - FIRED_MS);
  const own = anyOf([ownerRule(user, "report")]);
  const failed = sql<SqlBool>`(reports.last_state = 'Error' and ${anyOf(changeRules(user, "report")) ?? sql`1 = 1`})`;
  const fired = sql<SqlBool>`(reports.type = 'Alert' and reports.last_state in ('Success', 'On Grace')
    and reports.last_eval_dttm >= ${since} and ${own ?? sql`1 = 1`})`;
  const rows = await app.db
    .selectFrom("reports")
    .select(["id", "name", "type", "last_state", "last_eval_dttm", "last_value"])
    .select((e) =>
      e
        .selectFrom("report_logs")
        .select((log) => log.fn.max("error_message").as("message"))
        .whereRef("report_logs.report_id", "=", "reports.id")
        .whereRef("report_logs.start_dttm", "=", "reports.last_eval_dttm")
        .where("report_logs.state", "=", "Error")
        .as("message"),
    )
    .where("active", "=", true)
    .where(sql<SqlBool>`(${failed} or ${fired})`)
    .orderBy("last_eval_dttm", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map((row) => {
    const isAlert = row.type === "Alert";
    const hasFailed = row.last_state === "Error";
    return {
      ...none,
      kind: !hasFailed ? "alert_fired" : isAlert ? "alert_failed" : "report_failed",
      id: row.id,
      name: row.name,
      url: `/${isAlert ? "alert" : "report"}/${row.id}/log/`,
      at: row.last_eval_dttm && utcText(row.last_eval_dttm),
      ...(hasFailed ? told(row.message) : {}),
      value: hasFailed ? null : row.last_value,
    };
  });
}
