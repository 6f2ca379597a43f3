import type { Connection, Connector } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError, type WireError, wireErrorsOf } from "../../model/errors.ts";
import { hasTemplate } from "../../query/templates/template-text.ts";
import { wallTime } from "../../server/clock.ts";
import { RowGrant } from "../../server/rights/row-grant.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { connectionOf } from "../database/index.ts";
import { compileFor, type DatasetRecord, datasetForQuery, withTrialSql } from "../dataset/index.ts";
import { securityFor } from "./secure.ts";

/** Each takes one or two statements of its database. */
const MAX_TRIED = 20;
/** For all datasets. What isn't checked by then counts as working, since a slow database says nothing about the clause. */
const TIME_LIMIT_MS = 10_000;

interface Trial {
  clause: string;
  dataset: DatasetRecord;
  connection: Connection;
  connector: Connector;
  limit: AbortSignal;
}

/**
 * Typed 422, with line and column if known, unless the clause is a single condition without subqueries in the SQL of
 * every dataset's database, on columns that the datasets have. Renders templates first.
 */
export async function assertClause(actor: Actor, clause: string, datasetIds: readonly number[]): Promise<void> {
  const datasets = await Promise.all([...new Set(datasetIds)].map((id) => datasetForQuery(actor.app, id)));
  const checked = new Set<number>();
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  for (const [index, dataset] of datasets.entries()) {
    const trial = { clause, dataset, limit, ...(await connectionOf(actor.app, dataset.databaseId)) };
    if (!checked.has(dataset.databaseId)) await assertCondition(actor, trial);
    checked.add(dataset.databaseId);
    if (index < MAX_TRIED && !limit.aborted) await assertWorks(actor, trial);
  }
}

const rendered = <T>(actor: Actor, { clause, dataset, connector }: Trial, use: (sql: string) => Promise<T>) =>
  withTrialSql(actor, { text: clause, dataset, dialect: connector.dialect }, use);

async function assertCondition(actor: Actor, trial: Trial): Promise<void> {
  const { dataset, connection, connector } = trial;
  try {
    await rendered(actor, trial, (sql) => connection.sql.checkExpression(sql, "where"));
  } catch (error) {
    const engine = dataset.database?.backend ?? connector.engine;
    throw toClauseError(error, (entry) => ({
      message: t("The clause isn't a valid condition: {problem}", { problem: entry.message }),
      extra: { ...entry.extra, engine_name: engine },
    }));
  }
}

/** A dataset whose query fails without the clause too, or whose database can't be reached, says nothing about it. */
async function assertWorks(actor: Actor, trial: Trial): Promise<void> {
  const { clause, dataset, connection, limit: signal } = trial;
  const describe = async (predicates: string[]) =>
    connection.describe(await queryOf(actor, trial, predicates), { signal, timeoutMs: TIME_LIMIT_MS });
  try {
    await rendered(actor, trial, (sql) => describe([sql]));
  } catch (error) {
    if (!isAboutColumns(error, hasTemplate(clause))) return;
    if (!(await describe([]).catch(() => undefined))) return;
    throw toClauseError(error, ({ message, extra }) => {
      const [name, problem] = [dataset.table_name, message.split("\n").slice(0, 2).join(" ").trim()];
      const { sql: _, line: _line, column: _column, ...rest } = extra ?? {};
      // Errors can name columns.
      if (!RowGrant.ofDataset(actor.user, dataset))
        return {
          message: t("The clause doesn't work on the dataset “{name}”.", { name }),
          extra: { issue_codes: extra?.issue_codes },
        };
      const text = t("The clause doesn't work on the dataset “{name}”: {problem}", { name, problem });
      return { message: text, extra: rest };
    });
  }
}

/** With trial values in its templates, a clause may compare what it never will. */
function isAboutColumns(error: unknown, isTrial: boolean): boolean {
  const pattern = isTrial ? /^COLUMN_DOES/ : /^(COLUMN_DOES_NOT_EXIST|GENERIC_DB_ENGINE|SYNTAX)_ERROR$/;
  return wireErrorsOf(error).some(({ error_type }) => pattern.test(error_type));
}

/** The dataset's rows as a reader's query asks for them. */
async function queryOf({ app, user }: Actor, { dataset, connector }: Trial, predicates: string[]): Promise<string> {
  const security = securityFor(app, RowGrant.ofSql(user));
  const secured = async (one: DatasetRecord) => ({ predicates, sql: one.sql ?? null });
  const column = dataset.columns.find(({ expression }) => !expression);
  const compiled = await compileFor(
    { app, user, urlParams: {}, security: { ...security, secured }, isTrial: true },
    {
      query: { columns: column ? [column.column_name] : [], metrics: column ? null : [ROW_COUNT] },
      dataset,
      dialect: connector.dialect,
      now: wallTime(app.clock),
    },
  );
  return compiled.sql;
}

export const ROW_COUNT = { label: "count", expressionType: "SQL", sqlExpression: "COUNT(*)" } as const;

function toClauseError(error: unknown, toEntry: (entry: WireError) => Pick<WireError, "message" | "extra">): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const errors = error.body.errors.map((entry): WireError => ({ ...entry, ...toEntry(entry) }));
  return new TesseraError(422, { errors }, { cause: error });
}
