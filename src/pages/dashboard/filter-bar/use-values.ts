import { useMemo } from "react";
import type { FilterScalar } from "../../../model/adhoc.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, maskValues, selectMask } from "../../../model/native-filter-query.ts";
import { useView, useViewActions } from "../state/context.ts";

export function useValues(filter: NativeFilter) {
  const mask = useView((view) => view.chosen[filter.id]);
  const actions = useViewActions();
  const values = useMemo(() => maskValues(mask), [mask]);
  const isExcluding = mask?.filterState?.excludeFilterValues ?? filterControls(filter).inverseSelection;
  const choose = (next: readonly FilterScalar[], exclude = isExcluding) =>
    actions().choose(filter.id, selectMask(filter, next, exclude));
  return { values, choose, isExcluding };
}
