import { z } from "zod";
import { OBJECT_KINDS, RESULTS, VERBS } from "../../model/audit.ts";
import { operation } from "../../model/operation.ts";
import { collectionOperations, IdParams, ListQuery } from "../../model/resource.ts";
import { SIZES } from "../../model/size-limits.ts";

export const LARGEST_ID = 2 ** 31 - 1;

const TextOrNumber = z.union([z.string(), z.number()]).nullish();

export const record = operation({
  id: "log.record",
  method: "POST",
  path: "/superset/log/",
  summary: "Record events of the browser",
  query: z.looseObject({ explode: z.string().optional(), dashboard_id: TextOrNumber, slice_id: TextOrNumber }),
  body: z.looseObject({
    events: z.union([z.string(), z.array(z.looseObject({}))]).optional(),
    dashboard_id: TextOrNumber,
    slice_id: TextOrNumber,
  }),
  sizes: { events: SIZES.object },
  response: z.unknown(),
  produces: "text/plain",
  csrfExempt: true,
});

export const recentActivity = operation({
  id: "log.recentActivity",
  method: "GET",
  path: "/api/v1/log/recent_activity/",
  summary: "Dashboards and charts opened by the caller, latest first",
  q: z.looseObject({
    page: z.number().optional(),
    page_size: z.number().optional(),
    /** Default = `mount_dashboard` and `mount_explorer`. */
    actions: z.array(z.string()).optional(),
    distinct: z.boolean().optional(),
  }),
  response: z.looseObject({
    result: z.array(
      z.looseObject({
        action: z.string(),
        item_type: z.enum(["dashboard", "slice"]),
        item_url: z.string(),
        item_title: z.string(),
        time: z.number(),
        time_delta_humanized: z.string(),
      }),
    ),
  }),
});

export const LogRow = z.looseObject({
  action: z.string(),
  user: z.looseObject({ first_name: z.string(), last_name: z.string(), username: z.string() }).nullish(),
  user_id: z.number().nullable(),
  dttm: z.string(),
  json: z.string().nullable(),
  slice_id: z.number().nullable(),
  dashboard_id: z.number().nullable(),
  duration_ms: z.number().nullable(),
  referrer: z.string().nullable(),
  /** Names of today; null if it was deleted. */
  slice_name: z.string().nullish(),
  dashboard_title: z.string().nullish(),
  /** Of what the server records; null for events of the browser. */
  verb: z.enum(VERBS).nullish(),
  /** As it was then; for failed sign-ins, the name that was tried. */
  username: z.string().nullish(),
  address: z.string().nullish(),
  request_id: z.string().nullish(),
  object_kind: z.enum(OBJECT_KINDS).nullish(),
  object_id: z.string().nullish(),
  /** As it was then, for those who can open the object. */
  object_name: z.string().nullish(),
  /** JSON: fields that changed, former names and the like. Names only for administrators. */
  details: z.string().nullish(),
  result: z.enum(RESULTS).nullish(),
  status: z.number().nullish(),
});

export const CreateLog = z.strictObject({
  action: z.string().min(1).max(512),
  dashboard_id: z.number().int().min(1).max(LARGEST_ID).nullish(),
  slice_id: z.number().int().min(1).max(LARGEST_ID).nullish(),
  json: z.string().nullish(),
  duration_ms: z.number().int().min(0).max(LARGEST_ID).nullish(),
  referrer: z.string().max(1024).nullish(),
});

export const create = operation({
  id: "log.create",
  method: "POST",
  path: "/api/v1/log/",
  summary: "Record an event of the caller",
  body: CreateLog,
  response: z.looseObject({ id: z.number(), result: CreateLog }),
  status: 201,
});

/** The rows that a filter of the list leaves, newest first. */
export const csv = operation({
  id: "log.csv",
  method: "GET",
  path: "/api/v1/log/csv/",
  summary: "The log as CSV, with the filters of the list",
  q: ListQuery,
  response: z.unknown(),
  produces: "text/csv",
});

export const { list, info, related } = collectionOperations("log", LogRow);
export const show = operation({
  id: "log.show",
  method: "GET",
  path: "/api/v1/log/:id",
  summary: "One entry of the log",
  params: IdParams,
  response: z.looseObject({ id: z.number(), result: LogRow }),
});
