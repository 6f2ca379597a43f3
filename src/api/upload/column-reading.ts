import type { LoadColumn } from "../../connectors/connector.ts";
import type { NumberFormat } from "./number-format.ts";

/**
 * A detected reading fits a text only if its value, formatted like the column, gives the same text; a chosen one, if
 * the text means a value of the type.
 */
export interface ColumnReading {
  kind: LoadColumn["kind"];
  type: string;
  noun: Noun;
  /** Quick check outside the engine: true for every text that fits. */
  mayFit(text: string): boolean;
  /** SQL; NULL or anything where the text doesn't fit. */
  value(text: string): string;
  /** SQL; NULL counts as false. */
  fits(text: string): string;
  /** SQL: whether the text is of this kind, even if written differently. */
  means(text: string): string;
  numbers?: NumberFormat;
  /** Day or month first in dates like 03/04/2024, if it matters. */
  order?: "day" | "month";
}

export type Noun = "number" | "boolean" | "date" | "moment";
