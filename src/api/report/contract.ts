import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import {
  ALERT_STATES,
  CREATION_METHODS,
  REPORT_FORMATS,
  REPORT_STATES,
  REPORT_TYPES,
  Recipient,
  ReportExtra,
  ValidatorConfig,
} from "../../model/report.ts";
import {
  collectionOperations,
  deleteOperations,
  IdParams,
  ListQuery,
  listResponse,
  Person,
  ShowQuery,
  shownResponse,
} from "../../model/resource.ts";
import { TimeZone } from "../../model/time-zone.ts";

const Seconds = z.number().int().min(1).max(2_000_000_000);
const MAX_MESSAGE = 10_000;
const MIN_WIDTH = 600;
const MAX_WIDTH = 2400;
const Width = z
  .number()
  .int()
  .refine((width) => width >= MIN_WIDTH && width <= MAX_WIDTH, {
    error: () =>
      t("Screenshot width must be between {min}px and {max}px", { min: String(MIN_WIDTH), max: String(MAX_WIDTH) }),
  });

function isWholeOrEmpty({ op, threshold }: { op?: unknown; threshold?: unknown }): boolean {
  return (op === undefined) === (threshold === undefined);
}

const required = {
  type: z.enum(REPORT_TYPES),
  name: z
    .string()
    .min(1)
    .max(150)
    .refine((text) => !/\p{Cc}/u.test(text), { error: () => t("Must be a single line of text.") }),
  crontab: z.string().min(1).max(1000),
};
const shared = {
  description: z.string().nullish(),
  email_subject: z
    .string()
    .max(255)
    .refine((text) => !/\p{Cc}/u.test(text), { error: () => t("Must be a single line of text.") })
    .nullish(),
  context_markdown: z.string().nullish(),
  active: z.boolean().optional(),
  timezone: TimeZone.optional(),
  creation_method: z.enum(CREATION_METHODS).optional(),
  chart: z.number().int().nullish(),
  dashboard: z.number().int().nullish(),
  database: z.number().int().nullish(),
  sql: z.string().nullish(),
  validator_type: z.enum(["not null", "operator"]).nullish(),
  validator_config_json: ValidatorConfig.partial()
    .refine(isWholeOrEmpty, { error: () => t("Missing data for required field.") })
    .nullish(),
  grace_period: Seconds.optional(),
  working_timeout: Seconds.optional(),
  recipients: z.array(Recipient).max(500).optional(),
  report_format: z.enum(REPORT_FORMATS).optional(),
  extra: ReportExtra.nullish(),
  force_screenshot: z.boolean().optional(),
  custom_width: Width.nullish(),
  owners: z.array(z.number().int()).optional(),
};

export const CreateReport = z.strictObject({
  ...required,
  ...shared,
  log_retention: z.number().int().min(1).optional(),
});
export type CreateReport = z.infer<typeof CreateReport>;
export const UpdateReport = z
  .strictObject({ ...required, ...shared, log_retention: z.number().int().min(0).optional() })
  .partial();
export type UpdateReport = z.infer<typeof UpdateReport>;

export const ReportRow = z.looseObject({
  id: z.number(),
  name: z.string(),
  active: z.boolean(),
  type: z.enum(REPORT_TYPES),
  description: z.string().nullish(),
  crontab: z.string(),
  crontab_humanized: z.string().optional(),
  timezone: z.string(),
  creation_method: z.enum(CREATION_METHODS),
  chart_id: z.number().nullish(),
  dashboard_id: z.number().nullish(),
  extra: z.looseObject({}).nullish(),
  last_eval_dttm: z.string().nullish(),
  last_state: z.enum(REPORT_STATES).nullish(),
  owners: z.array(Person).optional(),
  recipients: z.array(z.looseObject({ id: z.number(), type: z.string() })).optional(),
  changed_by: Person.nullish(),
  created_by: Person.nullish(),
  changed_on: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  created_on: z.string().optional(),
});

export const ReportDetail = z.looseObject({
  id: z.number(),
  name: z.string(),
  type: z.enum(REPORT_TYPES),
  active: z.boolean(),
  crontab: z.string(),
  timezone: z.string(),
  chart: z.looseObject({ id: z.number(), slice_name: z.string(), viz_type: z.string() }).nullable(),
  dashboard: z.looseObject({ id: z.number(), dashboard_title: z.string() }).nullable(),
  database: z.looseObject({ id: z.number(), database_name: z.string() }).nullable(),
  sql: z.string().nullable(),
  validator_type: z.string().nullable(),
  validator_config_json: z.string().nullable(),
  recipients: z.array(z.looseObject({ id: z.number(), type: z.string(), recipient_config_json: z.string() })),
  extra: z.looseObject({}),
  owners: z.array(Person),
  last_state: z.string().nullable(),
  last_eval_dttm: z.string().nullable(),
  last_value: z.number().nullable(),
  last_value_row_json: z.string().nullable(),
  log_retention: z.number(),
  grace_period: z.number(),
  working_timeout: z.number(),
  report_format: z.enum(REPORT_FORMATS),
  creation_method: z.enum(CREATION_METHODS),
  force_screenshot: z.boolean(),
  custom_width: z.number().nullable(),
  email_subject: z.string().nullable(),
  context_markdown: z.string().nullable(),
  description: z.string().nullable(),
});

export const ReportLogRow = z.looseObject({
  id: z.number(),
  uuid: z.string().optional(),
  scheduled_dttm: z.string().optional(),
  start_dttm: z.string().nullish(),
  end_dttm: z.string().nullish(),
  state: z.enum(REPORT_STATES),
  value: z.number().nullish(),
  value_row_json: z.string().nullish(),
  error_message: z.string().nullish(),
});

export const { list, info, related } = collectionOperations("report", ReportRow);
export const { remove, removeMany } = deleteOperations("report");

const Written = z.looseObject({ id: z.number(), result: z.looseObject({}) });

export const show = operation({
  id: "report.show",
  method: "GET",
  path: "/api/v1/report/:id",
  summary: "An alert or report",
  params: IdParams,
  q: ShowQuery,
  response: shownResponse(ReportDetail.partial()),
});
export const create = operation({
  id: "report.create",
  method: "POST",
  path: "/api/v1/report/",
  summary: "Create an alert or report",
  body: CreateReport,
  response: Written,
  status: 201,
});
export const update = operation({
  id: "report.update",
  method: "PUT",
  path: "/api/v1/report/:id",
  summary: "Change an alert or report",
  params: IdParams,
  body: UpdateReport,
  response: Written,
});
export const slackChannels = operation({
  id: "report.slackChannels",
  method: "GET",
  path: "/api/v1/report/slack_channels/",
  summary: "Slack channels that alerts and reports can be sent to",
  q: z.looseObject({
    search_string: z.string().optional(),
    types: z.array(z.string()).optional(),
    exact_match: z.boolean().optional(),
  }),
  response: z.looseObject({ result: z.array(z.looseObject({ id: z.string(), name: z.string() })) }),
});
export const TestedCondition = z.strictObject({
  database: z.number().int(),
  sql: z.string().min(1),
  validator_type: shared.validator_type,
  validator_config_json: shared.validator_config_json,
  /** As `extra.by_value` of a saved alert. */
  by_value: z.boolean().optional(),
});
export type TestedCondition = z.infer<typeof TestedCondition>;

const Available = z.object({
  available: z.boolean(),
  missing: z.string().optional(),
});

export const channels = operation({
  id: "report.channels",
  method: "GET",
  path: "/api/v1/report/channels",
  summary: "Channels this server can send alerts and reports through",
  response: z.object({ result: z.object({ Email: Available, Slack: Available, Webhook: Available }) }),
});

export const test = operation({
  id: "report.test",
  method: "POST",
  path: "/api/v1/report/test",
  summary: "Run an alert's query now, without sending or logging anything",
  body: TestedCondition,
  response: z.object({
    result: z.object({
      value: z.union([z.number(), z.string()]).nullable(),
      is_triggered: z.boolean(),
      text: z.string(),
      row_count: z.number(),
      seconds: z.number(),
      values: z
        .array(
          z.object({ label: z.string(), value: z.union([z.number(), z.string()]).nullable(), is_met: z.boolean() }),
        )
        .optional(),
    }),
  }),
});

const MAX_DAYS = 30;

export const HistoryRequest = TestedCondition.extend({
  timezone: TimeZone.optional(),
  days: z.number().int().min(1).max(MAX_DAYS).optional(),
});
export type HistoryRequest = z.infer<typeof HistoryRequest>;

export const history = operation({
  id: "report.history",
  method: "POST",
  path: "/api/v1/report/history",
  summary: "Backtest an alert: its results on past days, for queries that use the current date",
  body: HistoryRequest,
  response: z.object({
    result: z.object({
      /** False when the query doesn't use the current date or time; then the only point is today. */
      is_relative: z.boolean(),
      points: z.array(
        z.object({
          day: z.string(),
          value: z.number().nullable(),
          is_triggered: z.boolean(),
        }),
      ),
    }),
  }),
});

const MAX_LABEL = 20_000;
const MAX_COMMENT = 500;

const Silence = z.object({
  id: z.number(),
  /** JSON array; null silences all values. */
  label: z.string().nullable(),
  ends_on: z.string(),
  comment: z.string().nullable(),
});

export const values = operation({
  id: "report.values",
  method: "GET",
  path: "/api/v1/report/:id/values",
  summary: "States of the values of an alert, and its silences",
  params: IdParams,
  response: z.object({
    result: z.object({
      values: z.array(
        z.object({
          /** JSON array of the values that name it. */
          label: z.string(),
          state: z.enum(ALERT_STATES),
          since: z.string(),
          value: z.number().nullable(),
          sent_on: z.string().nullable(),
        }),
      ),
      silences: z.array(Silence),
    }),
  }),
});

export const NewSilence = z.strictObject({
  label: z.string().max(MAX_LABEL).nullish(),
  ends_on: z.iso.datetime({ offset: true }),
  comment: z.string().max(MAX_COMMENT).nullish(),
});

export const silence = operation({
  id: "report.silence",
  method: "POST",
  path: "/api/v1/report/:id/silence",
  summary: "Send nothing about an alert, or one of its values, until a time",
  params: IdParams,
  body: NewSilence,
  status: 201,
  response: z.object({ id: z.number(), result: Silence }),
});

export const endSilence = operation({
  id: "report.endSilence",
  method: "DELETE",
  path: "/api/v1/report/:id/silence/:silence_id",
  summary: "End a silence of an alert",
  params: z.object({ id: z.coerce.number().int(), silence_id: z.coerce.number().int() }),
  response: z.object({ message: z.string() }),
});

export const run = operation({
  id: "report.run",
  method: "POST",
  path: "/api/v1/report/:id/run",
  summary: "Run an alert or report now; the result is in its log",
  params: IdParams,
  status: 202,
  response: z.object({
    message: z.string(),
    execution_id: z.string(),
  }),
});

export const picture = operation({
  id: "report.picture",
  method: "GET",
  path: "/api/v1/report/:id/picture",
  summary: "The last picture that was sent, while it is stored",
  params: IdParams,
  response: z.unknown(),
  produces: "image/png",
});

const EmailTargets = Recipient.shape.recipient_config_json;

export const SendOnce = z.strictObject({
  chart: z.number().int().nullish(),
  dashboard: z.number().int().nullish(),
  recipients: EmailTargets.superRefine((targets, context) => {
    const { error } = Recipient.safeParse({ type: "Email", recipient_config_json: targets });
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  }),
  report_format: shared.report_format.unwrap().default("PNG"),
  email_subject: shared.email_subject,
  context_markdown: z.string().max(MAX_MESSAGE).nullish(),
  custom_width: shared.custom_width,
  extra: shared.extra,
  timezone: shared.timezone,
});
export type SendOnce = z.infer<typeof SendOnce>;

export const send = operation({
  id: "report.send",
  method: "POST",
  path: "/api/v1/report/send",
  summary: "Send a dashboard or chart by email once, without saving a report",
  body: SendOnce,
  status: 202,
  response: z.object({
    message: z.string(),
    execution_id: z.string(),
  }),
});

export const listLog = operation({
  id: "report.listLog",
  method: "GET",
  path: "/api/v1/report/:id/log/",
  summary: "Run history of an alert or report",
  params: IdParams,
  q: ListQuery,
  response: listResponse(ReportLogRow.partial()),
});
export const showLog = operation({
  id: "report.showLog",
  method: "GET",
  path: "/api/v1/report/:id/log/:log_id",
  summary: "One run of an alert or report",
  params: z.object({ id: z.coerce.number().int(), log_id: z.coerce.number().int() }),
  q: ShowQuery,
  response: shownResponse(ReportLogRow.partial()),
});
