import { columnKind } from "../../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import { columnOf } from "../../../web/control-words/dataset-words.ts";

export function timeColumn(dataset: Dataset): DatasetColumn | undefined {
  const main = dataset.main_dttm_col ? columnOf(dataset, dataset.main_dttm_col) : undefined;
  return main ?? dataset.columns.find((column) => columnKind(column) === "temporal");
}

const IDENTIFIER = /(^|_)(id|uuid|code|key|zip|name|title|geojson|geometry|geom|outline|wkt)$/i;

const NON_MEASURE = /(^|_)(id|uuid|code|key|zip|lat|lon|latitude|longitude|year|month|day)$/i;

export function measuresOf(dataset: Dataset): DatasetColumn[] {
  return dataset.columns.filter(
    (column) => columnKind(column) === "numeric" && !NON_MEASURE.test(column.column_name) && !column.expression,
  );
}

export function categoriesOf(dataset: Dataset): DatasetColumn[] {
  const texts = dataset.columns.filter((column) => column.groupby && columnKind(column) === "text");
  const isKind = ({ column_name, verbose_name }: DatasetColumn) =>
    !IDENTIFIER.test(column_name) && !IDENTIFIER.test(verbose_name ?? "");
  const kinds = texts.filter(isKind);
  return kinds.length > 0 ? kinds : texts;
}
