import type { ColumnarResult, ResultColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, notFound, TesseraError } from "../../model/errors.ts";
import type { QueryObject } from "../../model/query-context.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { wallTime } from "../../server/clock.ts";
import type { Context } from "../../server/http/route.ts";
import { datasetRule } from "../../server/rights/datasets.ts";
import { RowGrant } from "../../server/rights/row-grant.ts";
import { type User, userOf } from "../../server/user.ts";
import { connectionOf } from "../database/index.ts";
import { assertChecked, compileFor, type DatasetRecord, datasetForQuery, type Security } from "../dataset/index.ts";
import { assertClause, ROW_COUNT } from "./clause.ts";
import type { PreviewedDataset, PreviewRule, RulePreview } from "./contract.ts";
import { draftRules, type RlsRule, rulesFor, withoutHiddenValues } from "./rules.ts";
import { securedBy, securityFor } from "./secure.ts";

const TIME_LIMIT_MS = 15_000;
const SAMPLE_ROWS = 5;
const SAMPLE_COLUMNS = 50;
const MAX_TEXT = 200;

/**
 * What a user or role would see under a rule that isn't saved, among the rows that the caller can read. Without a user
 * or role it only checks the clause.
 */
export async function previewRule(ctx: Context, rule: PreviewRule): Promise<RulePreview> {
  const subject = await subjectOf(ctx, rule);
  await assertClause(ctx, rule.clause, rule.tables);
  if (!subject) return { applies: null, datasets: [] };
  const { user: asUser, role, tables } = rule;
  noteAction({
    objects: [{ id: null, name: null }],
    details: { user: asUser, role, tables },
  });
  // A role has no name or email: templates get those of the caller, whom they can't tell more than their own data.
  const renderedFor = rule.user === undefined ? undefined : subject;
  const { rules, applies } = await draftRules(ctx.app, subject, { ...rule, renderedFor });
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  const datasets: PreviewedDataset[] = [];
  // One after the other, so that a preview takes no more of a database than a chart.
  for (const id of new Set(rule.tables)) {
    const dataset = await datasetForQuery(ctx.app, id);
    const readable = ctx.user.isAdmin ? datasetRule(subject, dataset) !== undefined : null;
    datasets.push({ ...(await previewOf(ctx, { dataset, rules, clause: rule.clause, limit })), readable });
  }
  return { applies, datasets };
}

/** As for explanations of access, only administrators choose other users. */
async function subjectOf({ app, user }: Context, rule: PreviewRule): Promise<User | undefined> {
  if (rule.user !== undefined && rule.role !== undefined) throw badRequest(t("Choose a user or a role, not both"));
  if (rule.role !== undefined) return userWithRole(app, rule.role);
  if (rule.user === undefined) return undefined;
  if (rule.user !== user.id && !user.isAdmin) throw forbidden();
  const found = rule.user === user.id ? user : await app.once(accounts).active(rule.user);
  if (!found) throw notFound();
  return found;
}

async function userWithRole(app: Context["app"], id: number): Promise<User> {
  const row = await app.db.selectFrom("roles").select("name").where("id", "=", id).executeTakeFirst();
  const role = row && (await app.once(accounts).role(row.name));
  if (!role) throw notFound();
  const unnamed = { id: 0, username: "", firstName: "", lastName: "", email: "", loginCount: 0, createdOn: null };
  return userOf({ ...unnamed, isAnonymous: false, isActive: true, roles: [role] });
}

interface Draft {
  dataset: DatasetRecord;
  rules: readonly RlsRule[];
  clause: string;
  limit: AbortSignal;
}

async function previewOf(ctx: Context, draft: Draft): Promise<Omit<PreviewedDataset, "readable">> {
  const { app, user } = ctx;
  const { dataset, limit, clause } = draft;
  const none = { id: dataset.id, table_name: dataset.table_name, all: null, left: null, columns: [], rows: [] };
  const grant = RowGrant.ofDataset(user, dataset);
  if (!grant) return { ...none, problem: t("You don't have access to this dataset, so its rows aren't shown.") };
  const own = securityFor(app, grant);
  const rules = [...(await rulesFor(app, user)), ...draft.rules];
  const ruled: Security = { ...own, secured: (one, render) => securedBy(app, rules, { dataset: one, render }) };
  const signal = AbortSignal.any([ctx.signal, limit]);
  const ask = (security: Security, query: QueryObject) => rowsOf(ctx, { dataset, security, query, signal });
  try {
    const all = countIn(await ask(own, COUNT));
    const left = countIn(await ask(ruled, COUNT));
    const columns = dataset.columns.slice(0, SAMPLE_COLUMNS).map(({ column_name }) => column_name);
    if (columns.length === 0) return { ...none, all, left, problem: null };
    const sample = await ask(ruled, { columns, metrics: null, row_limit: SAMPLE_ROWS });
    return { ...none, all, left, columns, rows: cellsOf(sample), problem: null };
  } catch (error) {
    if (ctx.signal.aborted || !(limit.aborted || error instanceof TesseraError)) throw error;
    return { ...none, problem: limit.aborted ? tooSlow() : messageOf(withoutHiddenValues(error, clause)) };
  }
}

const COUNT: QueryObject = { columns: [], metrics: [ROW_COUNT] };

const tooSlow = () =>
  t("The preview took longer than {seconds, number} seconds and was stopped.", { seconds: TIME_LIMIT_MS / 1000 });

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface RowsQuery {
  dataset: DatasetRecord;
  security: Security;
  query: QueryObject;
  signal: AbortSignal;
}

async function rowsOf({ app, user }: Context, { dataset, security, query, signal }: RowsQuery) {
  const { connection, connector } = await connectionOf(app, dataset.databaseId);
  const input = { query, dataset, dialect: connector.dialect, now: wallTime(app.clock) };
  const compiled = await compileFor({ app, user, urlParams: {}, security }, input);
  await assertChecked(connection, compiled);
  return connection.run(compiled.sql, { signal, timeoutMs: TIME_LIMIT_MS, mostRows: SAMPLE_ROWS });
}

const countIn = ({ columns }: ColumnarResult) => Number(columns[0]?.values[0] ?? 0);

function cellsOf({ columns, rows }: ColumnarResult): PreviewedDataset["rows"] {
  return Array.from({ length: Math.min(rows, SAMPLE_ROWS) }, (_, row) =>
    columns.map(({ kind, values }) => cellOf(values[row], kind)),
  );
}

function cellOf(value: unknown, kind: ResultColumn["kind"]): PreviewedDataset["rows"][number][number] {
  if (value === null || value === undefined) return null;
  if (kind === "temporal" && typeof value === "number") return timeText(value);
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  return String(value).slice(0, MAX_TEXT);
}

function timeText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime())
    ? String(ms)
    : date
        .toISOString()
        .replace("T", " ")
        .replace(/( 00:00:00)?\.000Z$/, "");
}
