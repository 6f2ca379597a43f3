import { z } from "zod";
import { list } from "../i18n/intl.ts";
import { t } from "../i18n/translate.ts";
import type { FilterScalar } from "./adhoc.ts";
import type { DataMask } from "./data-mask.ts";
import type { NativeFilter } from "./native-filter.ts";
import { overrideMask, rangeMask, selectMask } from "./native-filter-query.ts";

export const REPORT_TYPES = ["Alert", "Report"] as const;
export const CREATION_METHODS = ["charts", "dashboards", "alerts_reports"] as const;
export const REPORT_FORMATS = ["PNG", "PDF", "CSV", "TEXT"] as const;
export const REPORT_STATES = ["Success", "Working", "Error", "Not triggered", "On Grace"] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const Recipient = z
  .strictObject({
    type: z.enum(["Email", "Slack", "SlackV2", "Webhook"]),
    recipient_config_json: z.strictObject({
      target: z.string(),
      ccTarget: z.string().optional(),
      bccTarget: z.string().optional(),
    }),
  })
  .superRefine(({ type, recipient_config_json: targets }, context) => {
    if (type === "Webhook" && !isWebAddress(targets.target))
      context.addIssue({ code: "custom", path: ["target"], message: t("Not a valid https:// URL") });
    if (type !== "Email") return;
    for (const [name, text = ""] of Object.entries(targets)) {
      const addresses = addressesOf(text);
      const wrong = addresses.filter((address) => !isAddress(address)).map((address) => address.slice(0, MAX_ADDRESS));
      if (wrong.length === 0 && (addresses.length > 0 || name !== "target")) continue;
      context.addIssue({
        code: "custom",
        path: [name],
        message: t("Invalid email address(es): {addresses}", { addresses: list(wrong, "commas") }),
      });
    }
  });
export type Recipient = z.infer<typeof Recipient>;

const MAX_ADDRESS = 254;

function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && z.regexes.html5Email.test(text);
}

function isWebAddress(text: string): boolean {
  // URL parsers remove line breaks and tabs.
  const url = !/\s/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}

function addressesOf(text: string): string[] {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

export const ValidatorConfig = z.strictObject({
  op: z.enum(["<", "<=", ">", ">=", "==", "!="]),
  threshold: z.number(),
});
export type ValidatorConfig = z.infer<typeof ValidatorConfig>;

/** Of one value of an alert by value. `Recovered` is kept for a day. */
export const ALERT_STATES = ["OK", "Pending", "Firing", "Recovered"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Values of the columns that name a row of an alert by value; `label` is their JSON array. */
export const textOfLabel = (label: string) =>
  (JSON.parse(label) as unknown[]).map((part) => (part === null ? "NULL" : String(part))).join(", ");

export const MAX_PENDING_MINUTES = 7 * 24 * 60;

/**
 * An alert whose query returns a row for each value: the last column is compared, the others name the value. A value
 * that meets the condition is pending for this time before it fires.
 */
export const ByValue = z.strictObject({
  pending_minutes: z.number().int().min(0).max(MAX_PENDING_MINUTES),
  sends_recovered: z.boolean(),
});
export type ByValue = z.infer<typeof ByValue>;

const MAX_ASSERTIONS = 100;

export const ReportExtra = z.looseObject({
  by_value: ByValue.optional(),
  /** Of an alert without a query: it fires while one of these assertions fails, each as a value of its own. */
  assertion_ids: z.array(z.number().int().positive()).min(1).max(MAX_ASSERTIONS).optional(),
  dashboard: z
    .looseObject({
      activeTabs: z.array(z.string()).nullish(),
      anchor: z.string().nullish(),
      dataMask: z.record(z.string(), z.unknown()).nullish(),
      urlParams: z.array(z.tuple([z.string(), z.string()])).nullish(),
      nativeFilters: z.array(z.looseObject({ nativeFilterId: z.string().nullish() })).nullish(),
    })
    .optional(),
});
export type ReportExtra = z.infer<typeof ReportExtra>;

export function maskOfValues(filter: NativeFilter, values: readonly unknown[]): DataMask {
  const [first = null, second = null] = values;
  if (filter.filterType === "filter_select") return selectMask(filter, values as readonly FilterScalar[]);
  if (filter.filterType === "filter_range") return rangeMask(filter, [numberOf(first), numberOf(second)]);
  return overrideMask(filter, first === null ? null : String(first));
}

const numberOf = (value: unknown) => (value === null || value === "" ? null : Number(value));
