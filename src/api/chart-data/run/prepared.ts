import type { Connection, Connector } from "../../../connectors/connector.ts";
import type { ResultFormat, ResultType } from "../../../model/query-context.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import type { Forecaster } from "../../../query/post-processing/prophet.ts";
import type { DatasetRecord } from "../../dataset/index.ts";
import type { PreparedAnnotation } from "./annotations.ts";
import type { PostProcessor } from "./post-processing.ts";

export interface PreparedContext {
  dataset: DatasetRecord;
  connection: Connection;
  connector: Connector;
  forecast: Forecaster;
  postProcessor: PostProcessor;
  format: ResultFormat;
  force: boolean;
  formData: Record<string, unknown> | null;
  /** The user can see the source, so also database errors. */
  tellsFailures: boolean;
  /** Rows may be hidden from the user, and database errors may reveal them. */
  hidesRows: boolean;
  /** -1 = not cached. */
  cacheSeconds: number;
  queries: (PreparedQuery | DescribedQuery)[];
}

/** A query that is answered without running. */
export interface DescribedQuery {
  kind: "described";
  json: string;
}

/** `offset` as requested, `shift` in whole periods of the grain. */
export interface OffsetQuery {
  offset: string;
  shift: string;
  compiled: CompiledQuery;
}

export interface PreparedQuery {
  kind: "rows";
  resultType: ResultType;
  compiled: CompiledQuery;
  offsets: OffsetQuery[];
  /** Totals for contribution, from another query of the context. */
  totals: CompiledQuery | null;
  pivotTotals: CompiledQuery[];
  /** For the summary row of files. */
  summary: CompiledQuery | null;
  annotations: readonly PreparedAnnotation[];
  /** Other users may get other SQL for the same request. */
  isTemplated: boolean;
  /** Guests don't see the SQL. */
  hidesSql: boolean;
  /** The API's `cache_key`. */
  key: string;
}

export function queriesWithRows({ queries }: Pick<PreparedContext, "queries">): PreparedQuery[] {
  return queries.filter((query) => query.kind === "rows");
}
