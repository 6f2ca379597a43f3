import type { Context } from "../../server/http/route.ts";
import { RowGrant } from "../../server/rights/row-grant.ts";
import { canReadPlace, connectionOf, visibleDatabase } from "../database/index.ts";
import { securityFor } from "../row-level-security/index.ts";

/**
 * How many rows the tables of a schema have, as far as the engine tells without counting, unless a rule may hide rows of
 * a table. Nothing for a schema that the caller may not read; 404 for a database that they may not see.
 */
export async function rowCountsOf(ctx: Context, id: number, place: { schema: string | null; catalog: string | null }) {
  const record = await visibleDatabase(ctx, id);
  const { schema, catalog } = place;
  if (!canReadPlace(ctx.user, { databaseId: id, databaseName: record.database_name, schema, catalog })) return [];
  const { connection } = await connectionOf(ctx.app, id);
  const counts = (await connection.rowCounts?.(schema, catalog)) ?? [];
  const security = securityFor(ctx.app, RowGrant.ofSql(ctx.user));
  const isHidden = await Promise.all(
    counts.map(({ table }) => security.isFiltered(id, { name: table, schema, catalog })),
  );
  return counts.filter((_, i) => !isHidden[i]).map(({ table, rows, isExact }) => ({ table, rows, is_exact: isExact }));
}
