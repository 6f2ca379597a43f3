import { t } from "../../../i18n/translate.ts";
import type { AdhocFilter } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import type { ActiveFilter } from "../../../web/chart-view/problem-actions.ts";
import { filterWords } from "../../../web/control-words/filter-words.ts";
import { NO_FILTER, timeRangeText } from "../../../web/control-words/time-range.ts";
import { isSameValue } from "../state/form-values.ts";
import type { ExploreStore } from "../state/store.ts";

export function activeFilters(form: FormData): AdhocFilter[] {
  return listsOf(form).flatMap(([, filters]) => filters.filter(isActive));
}

export function describeFilter(filter: AdhocFilter, dataset: Dataset): Omit<ActiveFilter, "id"> {
  const { subject, words, value } = filterWords(filter, dataset);
  const shown = isTimeRange(filter) ? timeRangeText(value) : value;
  return { name: subject || t("Custom SQL"), value: [words, shown].filter(Boolean).join(" ") };
}

/** One undo step. Time range filters become "No filter", to keep their control. */
export function removeFilters(store: ExploreStore, filtersToRemove: readonly AdhocFilter[]): void {
  const isRemoved = (filter: AdhocFilter) => filtersToRemove.some((one) => isSameValue(one, filter));
  const rest = listsOf(store.getState().formData).map(([name, filters]) => [
    name,
    filters.flatMap((filter) => {
      if (!isRemoved(filter)) return [filter];
      return isTimeRange(filter) ? [{ ...filter, comparator: NO_FILTER }] : [];
    }),
  ]);
  store.getState().setMany(Object.fromEntries(rest), t("Filters"));
}

function listsOf(form: FormData): [string, AdhocFilter[]][] {
  return Object.entries(form).filter(
    (entry): entry is [string, AdhocFilter[]] => entry[0].startsWith("adhoc_filters") && Array.isArray(entry[1]),
  );
}

const isTimeRange = ({ operator }: AdhocFilter) => operator === "TEMPORAL_RANGE";

function isActive(filter: AdhocFilter): boolean {
  return !isTimeRange(filter) || (Boolean(filter.comparator) && filter.comparator !== NO_FILTER);
}
