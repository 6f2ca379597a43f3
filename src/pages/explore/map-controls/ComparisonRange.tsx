import { useQuery } from "@tanstack/react-query";
import { getTimeRange } from "../../../api/time-range/contract.ts";
import { shiftProblem } from "../../../chart-kit/controls/time-shift.ts";
import { formatBounds } from "../../../features/time-range/use-time-range-preview.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { AdhocFilter } from "../../../model/adhoc.ts";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { NO_FILTER } from "../../../web/control-words/time-range.ts";
import { toList } from "../state/form-values.ts";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./map-controls.module.css";

export function ComparisonRange({ state, id, label, describedBy }: WidgetProps<"comparison-range">) {
  const timeRange = timeRangeOf(state.formData);
  const shifts = shiftsOf(state.formData);
  const isEnabled = timeRange !== undefined && shifts.length > 0 && !shiftProblem(shifts);
  const { data, error } = useQuery({
    queryKey: ["time-range", timeRange, shifts],
    queryFn: ({ signal }) =>
      call(getTimeRange, { q: shifts.map((shift) => ({ timeRange: timeRange ?? NO_FILTER, shift })) }, { signal }),
    enabled: isEnabled,
    retry: false,
    staleTime: 60_000,
  });
  const text = error
    ? toApiError(error).message
    : data &&
      list(
        data.result.map(({ since, until }) => (since && until ? formatBounds(since, until) : NEEDS_BOUNDS)),
        "commas",
      );
  return (
    <output id={id} aria-label={label} aria-describedby={describedBy} className={styles.range}>
      {isEnabled ? text : timeRange === undefined ? NEEDS_BOUNDS : t("Choose a time shift")}
    </output>
  );
}

const NEEDS_BOUNDS = t("Choose a time range with a start and an end");

function timeRangeOf({ adhoc_filters, time_range }: Readonly<Record<string, unknown>>): string | undefined {
  const filters = toList(adhoc_filters as AdhocFilter[] | null);
  const own = filters.find((filter) => filter.operator === "TEMPORAL_RANGE" && filter.comparator !== NO_FILTER);
  const range = own?.comparator ?? time_range;
  return typeof range === "string" && range !== "" && range !== NO_FILTER ? range : undefined;
}

function shiftsOf({ time_compare, start_date_offset }: Readonly<Record<string, unknown>>): string[] {
  return toList(time_compare)
    .map((shift) => (shift === "custom" ? start_date_offset : shift))
    .filter((shift): shift is string => typeof shift === "string" && shift !== "");
}
