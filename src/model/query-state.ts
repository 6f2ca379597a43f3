import { z } from "zod";

/** A SQL Lab query. Times are epoch milliseconds. */
export const QueryState = z.looseObject({
  id: z.string(),
  queryId: z.number(),
  serverId: z.number(),
  changed_on: z.string(),
  dbId: z.number(),
  db: z.string(),
  startDttm: z.number(),
  endDttm: z.number().nullable(),
  errorMessage: z.string().nullable(),
  executedSql: z.string().nullable(),
  sql: z.string().nullable(),
  limit: z.number().nullable(),
  limitingFactor: z.string(),
  progress: z.number(),
  rows: z.number().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  ctas: z.boolean(),
  sqlEditorId: z.string().nullable(),
  state: z.string(),
  tab: z.string().nullable(),
  tempSchema: z.string().nullable(),
  tempTable: z.string().nullable(),
  userId: z.number().nullable(),
  user: z.string(),
  resultsKey: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  extra: z.record(z.string(), z.unknown()),
});
export type QueryState = z.infer<typeof QueryState>;
