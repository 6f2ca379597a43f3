import { Popover } from "antd";
import { inlinePlacement } from "../../../i18n/direction.ts";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { DYNAMIC_GROUPBY, LAYER_VISIBILITY } from "../../../model/display-control.ts";
import type { FilterDivider, NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, hasValue, maskValues, rangeWords } from "../../../model/native-filter-query.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useView, useViewActions } from "../state/context.ts";
import { fieldId } from "../state/open-filters.ts";
import styles from "./FilterBar.module.css";
import { ChoiceFilter, TimeRangeFilter } from "./OverrideFilters.tsx";
import { RangeFilter } from "./RangeFilter.tsx";
import { isShort, SelectFilter } from "./SelectFilter.tsx";
import { useExtent, useFilterOptions } from "./use-options.ts";

const FilterCard = lazyComponent(async () => (await import("./FilterCard.tsx")).FilterCard);
const DisplayControl = lazyComponent(async () => (await import("./DisplayControl.tsx")).DisplayControl);

const OWN_FIELDS: readonly string[] = [DYNAMIC_GROUPBY, LAYER_VISIBILITY];

export function FilterField({ filter }: { filter: NativeFilter }) {
  const actions = useViewActions();
  const reach = useView((view) => view.dashboard.reach.get(filter.id) ?? []);
  const isMissing = useView((view) => filterControls(filter).isRequired && !hasValue(view.chosen[filter.id]));
  return (
    <div className={styles.field} data-missing={isMissing || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only outlines charts; the card lists them too */}
      <div
        className={styles.fieldHead}
        onMouseEnter={() => actions().highlight(reach)}
        onMouseLeave={() => actions().highlight([])}
      >
        <Popover
          mouseEnterDelay={0.5}
          placement={inlinePlacement("rightTop")}
          content={<FilterCard filter={filter} reach={reach} />}
          trigger="hover"
        >
          <label htmlFor={fieldId(filter.id)} dir="auto">
            {filter.name}
            {filterControls(filter).isRequired ? (
              <span className={styles.required} title={t("Value is required")}>
                {" "}
                *<span className="visually-hidden"> {t("required")}</span>
              </span>
            ) : null}
          </label>
        </Popover>
        <FilterAside filter={filter} />
      </div>
      <Control filter={filter} />
    </div>
  );
}

function Control({ filter }: { filter: NativeFilter }) {
  switch (filter.filterType) {
    case "filter_select":
      return <SelectFilter filter={filter} />;
    case "filter_range":
      return <RangeFilter filter={filter} />;
    case "filter_time":
      return <TimeRangeFilter filter={filter} />;
    case "filter_timegrain":
    case "filter_timecolumn":
    case "chart_customization_timegrain":
    case "chart_customization_timecolumn":
      return <ChoiceFilter filter={filter} />;
    default:
      if (OWN_FIELDS.includes(filter.filterType))
        return <DisplayControl filter={filter} fallback={<div className={styles.blank} />} />;
      return <p className={styles.none}>{t("This filter type isn't supported.")}</p>;
  }
}

export function DividerEntry({ divider }: { divider: FilterDivider }) {
  return (
    <div className={styles.divider}>
      {divider.title ? <h3>{divider.title}</h3> : null}
      {divider.description ? <p>{divider.description}</p> : null}
    </div>
  );
}

function FilterAside({ filter }: { filter: NativeFilter }) {
  if (filter.filterType === "filter_select" && filterControls(filter).operator === "exact") {
    return <ValueCount filter={filter} />;
  }
  return filter.filterType === "filter_range" ? <RangeSummary filter={filter} /> : null;
}

function ValueCount({ filter }: { filter: NativeFilter }) {
  const { options, isTruncated } = useFilterOptions(filter, "");
  const isUnset = useView((view) => !hasValue(view.chosen[filter.id]));
  const { multiSelect, isRequired } = filterControls(filter);
  if (isUnset && !isRequired && !isTruncated && isShort(options, multiSelect)) {
    return <span className={styles.aside}>{t("All")}</span>;
  }
  if (options.length <= 7) return null;
  return (
    <span className={styles.aside} title={t("Number of values")}>
      {number(options.length)}
      {isTruncated ? "+" : ""}
    </span>
  );
}

function RangeSummary({ filter }: { filter: NativeFilter }) {
  const { extent } = useExtent(filter);
  const mask = useView((view) => view.chosen[filter.id]);
  const { singleValue } = filterControls(filter);
  const [low = null, high = null] = maskValues(mask) as (number | null)[];
  if (low === null && high === null && !extent) return null;
  const text = singleValue
    ? rangeWords([low, high], singleValue)
    : rangeWords([low ?? extent?.low ?? null, high ?? extent?.high ?? null], undefined);
  return low === null && high === null && singleValue ? null : <span className={styles.aside}>{text}</span>;
}
