import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { BUDGET_KEYS } from "../../model/performance-budget.ts";

export const ViewedDashboard = z.looseObject({
  id: z.number(),
  dashboard_title: z.string(),
  url: z.string(),
  changed_on_utc: z.string(),
  views: z.number(),
});

export const mostViewed = operation({
  id: "home.mostViewed",
  method: "GET",
  path: "/api/v1/home/most_viewed/",
  summary: "The dashboards viewed most by all users in the last 30 days, of those in the caller's list",
  response: z.object({ result: z.array(ViewedDashboard) }),
});

export const AttentionItem = z.looseObject({
  kind: z.enum([
    "database_failed",
    "report_failed",
    "alert_failed",
    "alert_fired",
    "dashboard_slow",
    "budget_exceeded",
  ]),
  id: z.number(),
  name: z.string(),
  url: z.string(),
  at: z.string().nullable(),
  message: z.string().nullable(),
  /** The message is in the words of whatever failed, not in the reader's language. */
  is_quoted: z.boolean(),
  value: z.number().nullable(),
  slow: z.object({ chart: z.string(), seconds: z.number(), loads: z.number() }).nullable(),
  budget: z
    .object({
      views: z.number(),
      excess: z.array(z.object({ key: z.enum(BUDGET_KEYS), value: z.number(), limit: z.number() })),
    })
    .nullable(),
});

export const attention = operation({
  id: "home.attention",
  method: "GET",
  path: "/api/v1/home/attention/",
  summary:
    "What needs attention from the caller: failed connections, reports and alerts, alerts that fired, dashboards that are slow or over their budget",
  response: z.object({ result: z.array(AttentionItem) }),
});
