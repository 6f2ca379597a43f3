import type { QueryContext } from "../../model/query-context.ts";
import { csrfTokenOf } from "../client/client.ts";
import { can } from "../session/session.ts";

export const SQL_LAB_PATH = "/sqllab/";

export interface RequestedQuery {
  datasourceKey: string;
  sql?: string;
  name?: string;
}

/** Opens a new window by posting a form, as long SQL doesn't fit into a URL. */
export async function openSqlLabInNewTab(query: RequestedQuery): Promise<void> {
  const fields = { form_data: JSON.stringify(query), csrf_token: await csrfTokenOf() };
  const form = document.createElement("form");
  Object.assign(form, { method: "POST", action: SQL_LAB_PATH, target: "_blank", hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

export const canUseSqlLab = () => can("can_read", "SQLLab");

export const requestOf = (requestedQuery: RequestedQuery) => ({ state: { requestedQuery } });

export const datasourceKeyOf = ({ datasource }: Pick<QueryContext, "datasource">) =>
  `${datasource.id}__${datasource.type}`;
