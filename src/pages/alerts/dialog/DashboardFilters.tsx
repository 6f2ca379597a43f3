import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useId, useState } from "react";
import { show } from "../../../api/dashboard/contract.ts";
import { filterWords, hasFilters, type KeptState } from "../../../features/email-report/kept-state.ts";
import { parseDashboardMetadata } from "../../../model/dashboard-metadata.ts";
import { DataMask } from "../../../model/data-mask.ts";
import { filtersOf } from "../../../model/display-control.ts";
import { isControl, type NativeFilter } from "../../../model/native-filter.ts";
import { hasValue } from "../../../model/native-filter-query.ts";
import { maskOfValues } from "../../../model/report.ts";
import { call } from "../../../web/client/client.ts";
import styles from "./dialog.module.css";
import { keptOf } from "./draft.ts";
import { FilterValue } from "./FilterValue.tsx";
import type { ReportForm } from "./use-report-form.ts";

/** What is kept of a filter: by its values alone, which hold where both are there, or as the dashboard has it. */
function keptMask({ dataMask, nativeFilters }: KeptState, filter: NativeFilter): DataMask | undefined {
  const values = nativeFilters?.find(({ nativeFilterId }) => nativeFilterId === filter.id)?.filterValues;
  if (values !== undefined) return maskOfValues(filter, Array.isArray(values) ? values : []);
  return DataMask.optional().catch(undefined).parse(dataMask?.[filter.id]);
}

/** A filter without a value is sent as the dashboard has it. */
function withMask(kept: KeptState, filter: NativeFilter, mask: DataMask): KeptState {
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

/** With which values of its filters the dashboard is sent: as chosen on it when the report was made there, or here. */
export function DashboardFilters({ id, form: { draft, change } }: { id: number; form: ReportForm }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const { data: filters = [] } = useQuery({
    queryKey: ["dashboard", id, "filters"],
    queryFn: async ({ signal }) => {
      const { result } = await call(show, { params: { id: `${id}` } }, { signal });
      return filtersOf(parseDashboardMetadata(result.json_metadata)).filter((filter) => !isControl(filter));
    },
  });
  const { kept, keepsFilters } = draft;
  const names = Object.fromEntries(filters.map((filter) => [filter.id, filter.name]));
  const isKept = hasFilters(kept);
  if (filters.length === 0 && !isKept) return null;
  return (
    <div className={styles.filters}>
      <div className={styles.keep}>
        {isKept ? (
          <Checkbox checked={keepsFilters} onChange={(event) => change({ keepsFilters: event.target.checked })}>
            Keep filters <strong>{filterWords(kept, names)}</strong>
          </Checkbox>
        ) : null}
        {filters.length > 0 ? (
          <Button
            type="link"
            size="small"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
          >
            {isKept ? "Change filters" : "Choose filters"}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <fieldset id={panel} className={styles.values} aria-label="Filters">
          {filters.map((filter) => (
            <FilterValue
              key={filter.id}
              dashboardId={id}
              filter={filter}
              mask={keptMask(keptOf(draft), filter)}
              onChange={(mask) => change({ kept: withMask(keptOf(draft), filter, mask), keepsFilters: true })}
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
