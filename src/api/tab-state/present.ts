import type { z } from "zod";
import type { App } from "../../server/app.ts";
import { findQueryByClientId, queryStates } from "../query/index.ts";
import type { showTab } from "./contract.ts";
import { type TableRecord, type TabRecord, tablesOfTab } from "./store.ts";

export async function presentTab(app: App, tab: TabRecord): Promise<z.infer<typeof showTab.response>> {
  const latest = tab.latest_query_id ? await findQueryByClientId(app.db, tab.latest_query_id) : undefined;
  const [state = null] = latest ? await queryStates(app, [latest]) : [];
  const { latest_query_id: _, saved_query_id, created_on: __, changed_on: ___, ...own } = tab;
  return {
    ...own,
    table_schemas: (await tablesOfTab(app.db, tab.id)).map(presentTable),
    latest_query: state,
    saved_query: saved_query_id === null ? null : { id: saved_query_id },
  };
}

function presentTable({ table_name, description, ...row }: TableRecord) {
  return { ...row, table: table_name, description: JSON.parse(description ?? "null") as unknown };
}
