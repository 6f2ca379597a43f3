import { z } from "zod";
import { filled, Id } from "./objects.ts";
import { limitedRows, MAX_ROWS } from "./result-rows.ts";
import { tool } from "./tool.ts";

const input = z.strictObject({
  database_id: Id,
  sql: z.string().min(1).max(100_000),
  catalog: z.string().max(250).optional(),
  schema: z.string().max(250).optional(),
  limit: z.number().int().min(1).max(MAX_ROWS).default(100),
});

interface Column {
  column_name: string;
}

export const runSql = tool({
  name: "run_sql",
  title: "Run SQL",
  description:
    "Run SQL in a database, as in SQL Lab and in its query history. Prefer query, which knows the dataset's metrics. Describe the database first.",
  scope: "sql",
  // A database can allow statements that change data.
  changes: true,
  input,
  subjectOf: ({ database_id }) => ({ kind: "database", id: database_id }),
  run: async (agent, { database_id, sql, catalog, schema, limit }) => {
    const body = { database_id, sql, queryLimit: limit + 1, ...filled({ catalog, schema, tab: "Agent" }) };
    const { columns, data } = await agent.call({ method: "POST", url: "/api/v1/sqllab/execute/", body });
    const names = ((columns ?? []) as Column[]).map(({ column_name: name }) => ({ name }));
    return { data: limitedRows(names, data ?? [], limit) };
  },
});
