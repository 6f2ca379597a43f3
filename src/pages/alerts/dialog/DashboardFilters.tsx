import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useId, useState } from "react";
import { show } from "../../../api/dashboard/contract.ts";
import { filterWords, hasFilters, type SavedDashboardState } from "../../../features/email-report/report-state.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { parseDashboardMetadata } from "../../../model/dashboard-metadata.ts";
import { DataMask } from "../../../model/data-mask.ts";
import { filtersOf } from "../../../model/display-control.ts";
import { isControl, type NativeFilter } from "../../../model/native-filter.ts";
import { hasValue } from "../../../model/native-filter-query.ts";
import { maskOfValues } from "../../../model/report.ts";
import { call } from "../../../web/client/client.ts";
import styles from "./dialog.module.css";
import { sentState } from "./draft.ts";
import { FilterValue } from "./FilterValue.tsx";
import type { ReportForm } from "./use-report-form.ts";

function storedMask({ dataMask, nativeFilters }: SavedDashboardState, filter: NativeFilter): DataMask | undefined {
  const values = nativeFilters?.find(({ nativeFilterId }) => nativeFilterId === filter.id)?.filterValues;
  if (values !== undefined) return maskOfValues(filter, Array.isArray(values) ? values : []);
  return DataMask.optional().catch(undefined).parse(dataMask?.[filter.id]);
}

function withMask(dashboardState: SavedDashboardState, filter: NativeFilter, mask: DataMask): SavedDashboardState {
  const { dataMask, nativeFilters, ...rest } = dashboardState;
  const { [filter.id]: _, ...masks } = dataMask ?? {};
  const nextMasks = hasValue(mask) ? { ...masks, [filter.id]: mask } : masks;
  const others = (nativeFilters ?? []).filter(({ nativeFilterId }) => nativeFilterId !== filter.id);
  return {
    ...rest,
    ...(Object.keys(nextMasks).length > 0 ? { dataMask: nextMasks } : {}),
    ...(others.length > 0 ? { nativeFilters: others } : {}),
  };
}

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
  const { dashboardState, includesFilters } = draft;
  const names = Object.fromEntries(filters.map((filter) => [filter.id, filter.name]));
  const hasStored = hasFilters(dashboardState);
  if (filters.length === 0 && !hasStored) return null;
  return (
    <div className={styles.filters}>
      <div className={styles.keep}>
        {hasStored ? (
          <Checkbox checked={includesFilters} onChange={(event) => change({ includesFilters: event.target.checked })}>
            {rich("Keep filters <strong>{filters}</strong>", {
              filters: filterWords(dashboardState, names),
              strong: (filters) => <strong>{filters}</strong>,
            })}
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
            {hasStored ? t("Change filters") : t("Choose filters")}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <fieldset id={panel} className={styles.values} aria-label={t("Filters")}>
          {filters.map((filter) => (
            <FilterValue
              key={filter.id}
              dashboardId={id}
              filter={filter}
              mask={storedMask(sentState(draft), filter)}
              onChange={(mask) =>
                change({ dashboardState: withMask(sentState(draft), filter, mask), includesFilters: true })
              }
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
