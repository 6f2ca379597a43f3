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
  canSeeDatabaseErrors: boolean;
  hidesRows: boolean;
  cacheSeconds: number;
  queries: (PreparedQuery | RowlessQuery)[];
}

export interface RowlessQuery {
  kind: "described";
  json: string;
}

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
  totals: CompiledQuery | null;
  pivotTotals: CompiledQuery[];
  summary: CompiledQuery | null;
  annotations: readonly PreparedAnnotation[];
  isTemplated: boolean;
  hidesSql: boolean;
  key: string;
}

export function queriesWithRows({ queries }: Pick<PreparedContext, "queries">): PreparedQuery[] {
  return queries.filter((query) => query.kind === "rows");
}
