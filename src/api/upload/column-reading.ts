import type { LoadColumn } from "../../connectors/connector.ts";
import type { NumberFormat } from "./number-format.ts";

/**
 * One way to read the texts of a column as values of a type. A detected reading fits a text only if the value, written in
 * the column's format, is that text again; a chosen one, if the text means a value of the type.
 */
export interface ColumnReading {
  kind: LoadColumn["kind"];
  /** The staging engine's type. */
  type: string;
  /** What values that don't fit are not. */
  noun: Noun;
  /** Whether the text may fit, decided without the engine: true for every text that fits. */
  mayFit(text: string): boolean;
  /** SQL: the value of a text, NULL or anything where it doesn't fit. */
  value(text: string): string;
  /** SQL: whether a text fits; NULL counts as no. */
  fits(text: string): string;
  /** SQL: whether the text is something of the kind at all, though it would be written differently. */
  means(text: string): string;
  numbers?: NumberFormat;
  /** Which part of a date like 03/04/2024 the reading takes for the day, where that matters. */
  order?: "day" | "month";
}

export interface Noun {
  /** "a number" */
  one: string;
  many: string;
}
