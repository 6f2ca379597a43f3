import { useEffect } from "react";
import { keyOf } from "../../../model/filter-options.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, hasValue, maskValues, selectMask } from "../../../model/native-filter-query.ts";
import { useView, useViewActions } from "../state/context.ts";
import { useFilterOptions } from "./use-options.ts";

export function FirstValues() {
  const filters = useView((view) =>
    view.dashboard.filters.filter(
      (filter) => filter.filterType === "filter_select" && filterControls(filter).defaultToFirstItem,
    ),
  );
  return filters.map((filter) => <FirstValue key={filter.id} filter={filter} />);
}

function FirstValue({ filter }: { filter: NativeFilter }) {
  const { options, isLoading, error, waitsFor, isTruncated } = useFilterOptions(filter, "");
  const mask = useView((view) => view.chosen[filter.id]);
  const actions = useViewActions();
  const first = options[0];
  const hasLoaded = !isLoading && waitsFor.length === 0;
  const [current] = maskValues(mask);
  const isGone =
    hasValue(mask) &&
    !isTruncated &&
    options.length > 0 &&
    !options.some((option) => option.key === keyOf(current ?? null));
  useEffect(() => {
    if (!hasLoaded) return;
    if (error) actions().failFilter(filter.id);
    else if ((!hasValue(mask) || isGone) && first) {
      const { choose, apply } = actions();
      choose(filter.id, selectMask(filter, [first.value]));
      apply();
    }
  }, [hasLoaded, error, mask, isGone, first, filter, actions]);
  const isEmpty = hasLoaded && !error && options.length === 0;
  useEffect(() => {
    if (isEmpty) actions().failFilter(filter.id);
  }, [isEmpty, filter, actions]);
  return null;
}
