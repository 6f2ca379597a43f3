import type { QueryContext } from "../../model/query-context.ts";
import { csrfTokenOf } from "../client/client.ts";
import { can } from "../session/session.ts";

/** Where SQL Lab is, and what it is asked to open: the state of a navigation. */
export const SQL_LAB_PATH = "/sqllab/";

export interface RequestedQuery {
  /** `id__type` of the dataset that the SQL reads, e.g. `12__table`. */
  datasourceKey: string;
  /** None: that of the dataset itself. */
  sql?: string;
  name?: string;
}

/** Opens SQL Lab in a window of its own: a form that carries the query, as an address has no room for long SQL. */
export async function openSqlLabApart(query: RequestedQuery): Promise<void> {
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

export const mayUseSqlLab = () => can("can_read", "SQLLab");

export const requestOf = (requestedQuery: RequestedQuery) => ({ state: { requestedQuery } });

/** The dataset of a chart as SQL Lab is told of it. */
export const datasourceKeyOf = ({ datasource }: Pick<QueryContext, "datasource">) =>
  `${datasource.id}__${datasource.type}`;
