import { formatValue, NULL_LABEL } from "../../../chart-kit/format/value.ts";
import { t } from "../../../i18n/translate.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { MatrixAxis, Member } from "../../../model/matrix.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { columnOf, columnTitle, metricTitle } from "../../control-words/dataset-words.ts";

export function memberLabel(member: Member | undefined, dataset: Dataset | undefined): string {
  if (!member) return "";
  if (member.kind === "metric") return metricTitle(dataset, member.metric);
  const { value, column } = member;
  if (value === null) return NULL_LABEL;
  const { is_dttm, type_generic } = columnOf(dataset, column) ?? {};
  const isTime = is_dttm || type_generic === GENERIC_TYPE.TEMPORAL;
  return isTime ? timeLabel(value) : String(value);
}

function timeLabel(value: string | number | boolean): string {
  const text = formatValue(value, { type: GENERIC_TYPE.TEMPORAL, timeFormat: "%Y-%m-%d %H:%M" });
  return text.replace(/ 00:00$/, "");
}

export function axisTitle(axis: MatrixAxis | undefined, dataset: Dataset | undefined): string {
  if (!axis) return "";
  return axis.kind === "metrics" ? t("Metric") : columnTitle(dataset, axis.column);
}
