import { dependenciesOf } from "../../../model/filter-scope.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { useView } from "../state/context.ts";
import { chartTitle } from "../state/dashboard.ts";
import styles from "./FilterCard.module.css";

const TYPE_NAMES: Readonly<Record<string, string>> = {
  filter_select: "Value",
  filter_range: "Numerical range",
  filter_time: "Time range",
  filter_timegrain: "Time grain",
  filter_timecolumn: "Time column",
  chart_customization_dynamic_groupby: "Dimensions",
  chart_customization_timegrain: "Time grain",
  chart_customization_timecolumn: "Time column",
  chart_customization_deckgl_layer_visibility: "Map layers",
};

export function FilterCard({ filter, reach }: { filter: NativeFilter; reach: readonly number[] }) {
  const dashboard = useView((view) => view.dashboard);
  const parents = dependenciesOf(filter, dashboard.filters).map((parent) => parent.name);
  const names = reach.map((id) => chartTitle(dashboard, id));
  const isAll = reach.length === dashboard.charts.size;
  return (
    <dl className={styles.card}>
      <strong dir="auto">{filter.name}</strong>
      {filter.description ? <p>{filter.description}</p> : null}
      <dt>Type</dt>
      <dd>{TYPE_NAMES[filter.filterType] ?? filter.filterType}</dd>
      <dt>Scope</dt>
      <dd>{isAll ? "All charts" : names.length === 0 ? "No charts" : names.slice(0, 6).join(", ")}</dd>
      {names.length > 6 && !isAll ? <dd>+ {names.length - 6} more</dd> : null}
      {parents.length > 0 ? (
        <>
          <dt>Depends on</dt>
          <dd>{parents.join(", ")}</dd>
        </>
      ) : null}
    </dl>
  );
}
