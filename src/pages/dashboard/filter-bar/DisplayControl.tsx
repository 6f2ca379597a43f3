import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { ChevronDown } from "lucide-react";
import { layers as layersOperation } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { DYNAMIC_GROUPBY, isMultiSelect, offeredColumns } from "../../../model/display-control.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import {
  dimensionsMask,
  filterControls,
  layersMask,
  maskValues,
  targetDataset,
} from "../../../model/native-filter-query.ts";
import { call } from "../../../web/client/client.ts";
import { useView, useViewActions } from "../state/context.ts";
import { fieldId } from "../state/open-filters.ts";
import styles from "./FilterBar.module.css";

interface ControlProps {
  filter: NativeFilter;
}

export function DisplayControl({ filter }: ControlProps) {
  return filter.filterType === DYNAMIC_GROUPBY ? <Dimensions filter={filter} /> : <Layers filter={filter} />;
}

function Dimensions({ filter }: ControlProps) {
  const actions = useViewActions();
  const mask = useView((view) => view.chosen[filter.id]);
  const dataset = useView((view) => view.dashboard.datasets.get(targetDataset(filter) ?? -1));
  const chosen = maskValues(mask).map(String);
  const available = offeredColumns(filter);
  const options = (dataset?.columns ?? [])
    .filter((column) => (available ? available.has(column.column_name) : column.groupby !== false && !column.is_dttm))
    .map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name }));
  const isMultiple = isMultiSelect(filter);
  return (
    <Select
      id={fieldId(filter.id)}
      className={styles.select}
      suffixIcon={<ChevronDown size={16} strokeWidth={1.25} aria-hidden />}
      mode={isMultiple ? "multiple" : undefined}
      placeholder={t("Chart default")}
      allowClear={!filterControls(filter).isRequired}
      showSearch={{ optionFilterProp: "label" }}
      value={isMultiple ? chosen : chosen[0]}
      options={options}
      onChange={(next: string | string[] | undefined) =>
        actions().choose(filter.id, dimensionsMask(filter, next === undefined ? [] : [next].flat()))
      }
    />
  );
}

function Layers({ filter }: ControlProps) {
  const actions = useViewActions();
  const mask = useView((view) => view.chosen[filter.id]);
  const { layers, isLoading, isFailed } = useLayers(filter);
  const isAll = mask?.extraFormData?.visible_deckgl_layers === undefined;
  const shown = isAll ? layers.map((layer) => layer.id) : maskValues(mask).map(Number);
  const choose = (ids: readonly number[]) => {
    const visible = layers.filter((layer) => ids.includes(layer.id));
    actions().choose(filter.id, layersMask(filter, visible.length === layers.length ? null : visible));
  };
  return (
    <Select
      id={fieldId(filter.id)}
      className={styles.select}
      suffixIcon={<ChevronDown size={16} strokeWidth={1.25} aria-hidden />}
      mode="multiple"
      loading={isLoading}
      status={isFailed ? "error" : undefined}
      placeholder={isFailed ? t("Failed to load layers") : t("No layers")}
      showSearch={{ optionFilterProp: "label" }}
      value={shown}
      options={layers.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={choose}
    />
  );
}

interface Layer {
  id: number;
  name: string;
}

function useLayers(filter: NativeFilter): { layers: readonly Layer[]; isLoading: boolean; isFailed: boolean } {
  const dashboardId = useView((view) => view.dashboard.detail.id);
  const maps = useView((view) => view.dashboard.reach.get(filter.id) ?? []);
  const { data, isLoading, isError } = useQuery({
    queryKey: ["layers of maps", dashboardId, maps],
    queryFn: async ({ signal }) => {
      const responses = await Promise.all(
        maps.map((chart_id) => call(layersOperation, { params: { id: String(dashboardId), chart_id } }, { signal })),
      );
      const named = responses.flatMap(({ result }) => result.map((layer) => [layer.id, layer.slice_name] as const));
      return [...new Map(named)].map(([id, name]): Layer => ({ id, name }));
    },
  });
  return { layers: data ?? [], isLoading, isFailed: isError };
}
