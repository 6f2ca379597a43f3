import { t } from "../../i18n/translate.ts";
import { TesseraError, unprocessable } from "../../model/errors.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { CHANNELS, missingSetting } from "../../server/delivery/deliver.ts";
import { splitList } from "../../server/delivery/notification.ts";
import { audited, type Context, route } from "../../server/http/route.ts";
import { canSeeDatabase, findDatabase } from "../database/index.ts";
import { type AskOptions, type Condition, evaluateCondition, labeledRows, type Outcome } from "./condition.ts";
import * as contract from "./contract.ts";
import { backtestOutcomes } from "./history.ts";
import { READ, WRITE } from "./policy.ts";
import { checkedValues, MAX_VALUES } from "./values.ts";

const channels = route(contract.channels, READ, ({ app }) => {
  const entries = CHANNELS.map((channel) => {
    const missing = missingSetting(app.config, channel);
    return [channel, missing === undefined ? { available: true } : { available: false, missing }] as const;
  });
  return { result: Object.fromEntries(entries) as Record<(typeof CHANNELS)[number], { available: boolean }> };
});

const test = route(
  contract.test,
  audited(WRITE, { action: "ReportScheduleRestApi.test", verb: "run_sql", kind: "database" }),
  async (ctx, { body }) => {
    const { app, signal } = ctx;
    const condition = await testedCondition(ctx, body);
    const startMs = performance.now();
    const options = { signal, timeoutMs: app.config.limits.sqlTimeoutMs };
    const evaluate: Evaluate = body.by_value ? testedValues : evaluateCondition;
    const { value, isTriggered, text, rowCount, values } = await evaluate(ctx, condition, options).catch(toInvalidBody);
    const seconds = Math.round(performance.now() - startMs) / 1000;
    return {
      result: { value, is_triggered: isTriggered, text, row_count: rowCount, seconds, ...(values && { values }) },
    };
  },
);

type Evaluate = (ctx: Context, condition: Condition, options: AskOptions) => Promise<TestOutcome>;

interface TestOutcome extends Outcome {
  values?: { label: string; value: number | string | null; is_met: boolean }[];
}

async function testedValues(ctx: Context, condition: Condition, options: AskOptions): Promise<TestOutcome> {
  const checked = checkedValues(await labeledRows(ctx, condition, { ...options, mostRows: MAX_VALUES }), condition);
  const met = checked.filter(({ outcome }) => outcome.isTriggered);
  return {
    value: met.length,
    isTriggered: met.length > 0,
    text: t("{met, number} of {count, plural, one {# value meets} other {# values meet}} the condition", {
      met: met.length,
      count: checked.length,
    }),
    rowCount: checked.length,
    values: checked.map(({ label, outcome }) => ({ label, value: outcome.value, is_met: outcome.isTriggered })),
  };
}

const history = route(
  contract.history,
  audited(WRITE, { action: "ReportScheduleRestApi.history", verb: "run_sql", kind: "database" }),
  async (ctx, { body }) => {
    const { timezone = "UTC", days = 30, ...tested } = body;
    const condition = await testedCondition(ctx, tested);
    const { isRelative, points } = await backtestOutcomes(ctx, condition, { timezone, days }).catch(toInvalidBody);
    return {
      result: {
        is_relative: isRelative,
        points: points.map(({ day, outcome: { value, isTriggered } }) => ({
          day,
          value: typeof value === "number" ? value : null,
          is_triggered: isTriggered,
        })),
      },
    };
  },
);

async function testedCondition({ app, user }: Context, body: contract.TestedCondition): Promise<Condition> {
  noteAction({ references: [body.database] });
  const { database: id, sql, validator_type: validatorType = null, validator_config_json: config = null } = body;
  const database = Math.abs(id) < 2 ** 31 ? await findDatabase(app.db, id) : undefined;
  if (!database || !canSeeDatabase(user, database)) throw unprocessable({ database: t("Database does not exist") });
  return { database, sql, validatorType, config };
}

function toInvalidBody(error: unknown): never {
  const isOfQuery = error instanceof TesseraError && error.status !== 403 && error.status < 500;
  throw isOfQuery ? unprocessable(error.message) : error;
}

/** Case-insensitive search by part of the name or id, or by the whole of it; commas separate several. */
const slackChannels = route(contract.slackChannels, READ, async ({ app, signal }, { q }) => {
  const { search_string: search = "", types, exact_match: isExact = false } = q ?? {};
  if (missingSetting(app.config, "Slack")) throw unprocessable(t("Slack is not configured on this server"));
  const { slackChannels: channelsOf } = await import("../../server/delivery/slack.ts");
  const all = await channelsOf(app, { ...(types?.length ? { types } : {}), signal }).catch((error: Error) => {
    throw unprocessable(error.message);
  });
  const terms = splitList(search.toLowerCase());
  const fits = (text: string, part: string) =>
    isExact ? text.toLowerCase() === part : text.toLowerCase().includes(part);
  const found = all.filter(
    ({ id, name }) => terms.length === 0 || terms.some((part) => fits(name, part) || fits(id, part)),
  );
  return { result: found };
});

export const TRIAL_ROUTES = [channels, slackChannels, test, history];
