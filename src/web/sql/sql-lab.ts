import type { QueryContext } from "../../model/query-context.ts";
import { can } from "../session.ts";

/** Where SQL Lab is, and what it is asked to open: the state of a navigation. */
export const SQL_LAB_PATH = "/sqllab/";

export interface RequestedQuery {
  /** `id__type` of the dataset that the SQL reads, e.g. `12__table`. */
  datasourceKey: string;
  /** None: that of the dataset itself. */
  sql?: string;
  name?: string;
}

export const mayUseSqlLab = () => can("can_read", "SQLLab");

export const requestOf = (requestedQuery: RequestedQuery) => ({ state: { requestedQuery } });

/** The dataset of a chart as SQL Lab is told of it. */
export const datasourceKeyOf = ({ datasource }: Pick<QueryContext, "datasource">) =>
  `${datasource.id}__${datasource.type}`;
