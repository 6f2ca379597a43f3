import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { findDatabase } from "../database/index.ts";
import { withoutHiddenValues } from "../row-level-security/index.ts";
import { assertCanRunSql, prepareScript } from "../sqllab/index.ts";

export const MOST_VIOLATIONS = 10_000;

interface Statement {
  sql: string;
  databaseId: number;
  signal: AbortSignal;
}

/** Counts at most `MOST_VIOLATIONS` rows of a statement, which can only read what the actor can query. */
export async function violatingRows(actor: Actor, { sql, databaseId, signal }: Statement): Promise<number> {
  assertCanRunSql(actor.user);
  const script = await prepareScript(actor, {
    database: await databaseOf(actor, databaseId),
    sql,
    catalog: null,
    schema: null,
    templateParams: null,
    urlParams: {},
    queryLimit: MOST_VIOLATIONS,
    creates: null,
  });
  if (script.isChanging) throw unprocessable(t("The query can only read data."));
  if (script.statements.length > 1) throw unprocessable(t("The query must be a single statement."));
  const { qualified, secured } = script.secured;
  let count = 0;
  try {
    for await (const { rows } of script.connection.stream(script.statements[0] ?? "", { signal })) {
      count += rows;
      if (count >= MOST_VIOLATIONS) break;
    }
  } catch (error) {
    throw qualified[0] === secured[0] ? error : withoutHiddenValues(error, script.written[0] ?? "");
  }
  return Math.min(count, MOST_VIOLATIONS);
}

async function databaseOf({ app }: Actor, id: number) {
  const database = await findDatabase(app.db, id);
  if (!database) throw unprocessable(t("The database was not found."));
  return database;
}
