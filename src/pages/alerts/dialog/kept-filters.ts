import type { KeptState } from "../../../features/email-report/kept-state.ts";
import { DataMask } from "../../../model/data-mask.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { hasValue } from "../../../model/native-filter-query.ts";
import { maskOfValues } from "../../../model/report.ts";

/** What is kept of a filter: by its values alone, which hold where both are there, or as the dashboard has it. */
export function keptMask({ dataMask, nativeFilters }: KeptState, filter: NativeFilter): DataMask | undefined {
  const values = nativeFilters?.find(({ nativeFilterId }) => nativeFilterId === filter.id)?.filterValues;
  if (values !== undefined) return maskOfValues(filter, Array.isArray(values) ? values : []);
  return DataMask.optional().catch(undefined).parse(dataMask?.[filter.id]);
}

/** A filter without a value is sent as the dashboard has it. */
export function withMask(kept: KeptState, filter: NativeFilter, mask: DataMask): KeptState {
  const { dataMask, nativeFilters, ...rest } = kept;
  const { [filter.id]: _, ...masks } = dataMask ?? {};
  const nextMasks = hasValue(mask) ? { ...masks, [filter.id]: mask } : masks;
  const others = (nativeFilters ?? []).filter(({ nativeFilterId }) => nativeFilterId !== filter.id);
  return {
    ...rest,
    ...(Object.keys(nextMasks).length > 0 ? { dataMask: nextMasks } : {}),
    ...(others.length > 0 ? { nativeFilters: others } : {}),
  };
}
