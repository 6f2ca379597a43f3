import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, maskValues, rangeWords } from "../../../model/native-filter-query.ts";
import { useView } from "../state/context.ts";
import styles from "./FilterBar.module.css";
import { useExtent, useFilterOptions } from "./use-options.ts";

/** At the right of a filter's name: how many values there are, or the range that is set. */
export function FilterAside({ filter }: { filter: NativeFilter }) {
  if (filter.filterType === "filter_select" && filterControls(filter).operator === "exact") {
    return <ValueCount filter={filter} />;
  }
  return filter.filterType === "filter_range" ? <RangeSummary filter={filter} /> : null;
}

function ValueCount({ filter }: { filter: NativeFilter }) {
  const { options, isCut } = useFilterOptions(filter, "");
  if (options.length <= 7) return null;
  return (
    <span className={styles.aside} title="Number of values">
      {options.length.toLocaleString("en-US")}
      {isCut ? "+" : ""}
    </span>
  );
}

function RangeSummary({ filter }: { filter: NativeFilter }) {
  const { extent } = useExtent(filter);
  const mask = useView((view) => view.chosen[filter.id]);
  const { singleValue } = filterControls(filter);
  const [low = null, high = null] = maskValues(mask) as (number | null)[];
  if (low === null && high === null && !extent) return null;
  const words = singleValue
    ? rangeWords([low, high], singleValue)
    : rangeWords([low ?? extent?.low ?? null, high ?? extent?.high ?? null], undefined);
  return low === null && high === null && singleValue ? null : <span className={styles.aside}>{words}</span>;
}
