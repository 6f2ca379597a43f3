import type { Connection, Connector } from "../../../connectors/connector.ts";
import type { ResultFormat, ResultType } from "../../../model/query-context.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import type { Forecaster } from "../../../query/post-processing/prophet.ts";
import type { DatasetRecord } from "../../dataset/index.ts";
import type { PreparedAnnotation } from "./annotations.ts";
import type { PostProcessor } from "./post-processing.ts";

/** A query context with everything it takes to run it: the dataset, rights checked, and each query compiled. */
export interface PreparedContext {
  dataset: DatasetRecord;
  connection: Connection;
  connector: Connector;
  forecast: Forecaster;
  postProcessor: PostProcessor;
  format: ResultFormat;
  force: boolean;
  formData: Record<string, unknown> | null;
  /** Whether the user may know the source, and so what the database says of it. */
  tellsFailures: boolean;
  /** Whether some rows may be hidden from the user, of which what the database says may tell. */
  hidesRows: boolean;
  /** -1: not cached. */
  cacheSeconds: number;
  queries: (PreparedQuery | DescribedQuery)[];
}

/** A query that is answered without being run. */
export interface DescribedQuery {
  kind: "described";
  /** The wire's answer, as text. */
  json: string;
}

/** A comparison: `offset` as it was asked for, `shift` in whole periods of the grain. */
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
  /** The sums of this query, of the same context, are the totals of a contribution. */
  totals: CompiledQuery | null;
  /** Of the pivot table that is made of the result. */
  pivotTotals: CompiledQuery[];
  /** Of the row below the rows of a file. */
  summary: CompiledQuery | null;
  annotations: readonly PreparedAnnotation[];
  /** The same request by somebody else may ask for other SQL. */
  isTemplated: boolean;
  /** Guests are not told the SQL. */
  hidesSql: boolean;
  /** The wire's `cache_key`. */
  key: string;
}

/** The queries that have rows. */
export function queriesWithRows({ queries }: Pick<PreparedContext, "queries">): PreparedQuery[] {
  return queries.filter((query) => query.kind === "rows");
}
