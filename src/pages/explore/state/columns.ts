import { columnKind } from "../../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import { columnOf } from "../../../web/control-words/dataset-words.ts";

/** The column that orders the dataset in time: the main one, else the first temporal one. */
export function timeColumn(dataset: Dataset): DatasetColumn | undefined {
  const main = dataset.main_dttm_col ? columnOf(dataset, dataset.main_dttm_col) : undefined;
  return main ?? dataset.columns.find((column) => columnKind(column) === "temporal");
}

/** Names that number rows rather than sort them into kinds, or that hold shapes. */
const IDENTIFIER = /(^|_)(id|uuid|code|key|zip|name|title|geojson|geometry|geom|outline|wkt)$/i;

/** Names of numbers that measure nothing: keys, places, parts of a date. */
const NO_MEASURE = /(^|_)(id|uuid|code|key|zip|lat|lon|latitude|longitude|year|month|day)$/i;

/** Numeric columns worth a distribution or a relation. */
export function measuresOf(dataset: Dataset): DatasetColumn[] {
  return dataset.columns.filter(
    (column) => columnKind(column) === "numeric" && !NO_MEASURE.test(column.column_name) && !column.expression,
  );
}

/** The text columns that are no identifiers, else all text columns. */
export function categoriesOf(dataset: Dataset): DatasetColumn[] {
  const texts = dataset.columns.filter((column) => column.groupby && columnKind(column) === "text");
  const isKind = ({ column_name, verbose_name }: DatasetColumn) =>
    !IDENTIFIER.test(column_name) && !IDENTIFIER.test(verbose_name ?? "");
  const kinds = texts.filter(isKind);
  return kinds.length > 0 ? kinds : texts;
}
