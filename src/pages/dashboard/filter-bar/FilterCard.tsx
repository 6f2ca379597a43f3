import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { dependenciesOf } from "../../../model/filter-scope.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { useView } from "../state/context.ts";
import { chartTitle } from "../state/dashboard.ts";
import styles from "./FilterCard.module.css";

const TYPE_NAMES: Readonly<Record<string, string>> = {
  filter_select: t("Value"),
  filter_range: t("Numerical range"),
  filter_time: t("Time range"),
  filter_timegrain: t("Time grain"),
  filter_timecolumn: t("Time column"),
  chart_customization_dynamic_groupby: t("Dimensions"),
  chart_customization_timegrain: t("Time grain"),
  chart_customization_timecolumn: t("Time column"),
  chart_customization_deckgl_layer_visibility: t("Map layers"),
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
      <dt>{t("Type")}</dt>
      <dd>{TYPE_NAMES[filter.filterType] ?? filter.filterType}</dd>
      <dt>{t("Scope")}</dt>
      <dd>{isAll ? t("All charts") : names.length === 0 ? t("No charts") : list(names.slice(0, 6), "commas")}</dd>
      {names.length > 6 && !isAll ? <dd>{t("+ {count, number} more", { count: names.length - 6 })}</dd> : null}
      {parents.length > 0 ? (
        <>
          <dt>{t("Depends on")}</dt>
          <dd>{list(parents, "commas")}</dd>
        </>
      ) : null}
    </dl>
  );
}
