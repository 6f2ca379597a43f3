import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { useState } from "react";
import { type ChartRow, list } from "../../../api/chart/contract.ts";
import { chartCard } from "../../../chart-types/index.ts";
import { Refusal } from "../../../editor/layout-edits.ts";
import { defaultContainer, topTabsOf } from "../../../editor/layout-rules.ts";
import { addProposedCharts, type ProposedChart } from "../../../editor/propose.ts";
import { t } from "../../../i18n/translate.ts";
import { isFigure } from "../../../model/dashboard-layout.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { chartTypeName } from "../../../web/components/chart-type-name.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";
import { addChartData } from "./new-charts.ts";
import { useDatasets } from "./use-datasets.ts";

const MAX_CHARTS = 24;
const PRESELECTED_CHARTS = 9;

interface ProposeDialogProps {
  /** Tab or grid to fill; by default, where new components go. */
  homeId?: string | undefined;
  onClose(): void;
}

export function ProposeDialog({ homeId, onClose }: ProposeDialogProps) {
  const editor = useEditor();
  const { store } = useDashboardPage();
  const tabs = useView((view) => view.tabs);
  const [datasetId, setDatasetId] = useState<number>();
  const [flipped, setFlipped] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const datasets = useDatasets(datasetId);
  const charts = useChartsOf(datasetId);
  const rows = charts.data?.result ?? [];
  const chosen = rows.filter(({ id }, at) => at < PRESELECTED_CHARTS !== flipped.has(id));
  const addSuggested = async () => {
    setBusy(true);
    const known = await Promise.all(chosen.map((chart) => addChartData(store, chart)));
    setBusy(false);
    const placed = chosen.filter((_, at) => known[at]).map(proposedOf);
    if (placed.length < chosen.length) {
      toast.danger(t("Sorry, there is no chart definition associated with the chart trying to be added."));
    }
    if (placed.length === 0) return;
    try {
      editor.edit(t("Applied suggested layout"), (document) => {
        const { layout } = document;
        const top = topTabsOf(layout);
        const home = homeId && layout[homeId] ? homeId : defaultContainer(layout, top && tabs[top.id]);
        return { ...document, layout: addProposedCharts(layout, home, placed) };
      });
      onClose();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast.danger(error.message);
    }
  };
  return (
    <Dialog
      open
      title={t("Suggest a layout")}
      onClose={onClose}
      primary={{
        label: t("Add {count, plural, one {# chart} other {# charts}}", { count: chosen.length }),
        disabled: chosen.length === 0,
        loading: busy,
        onClick: () => void addSuggested(),
      }}
    >
      <Form layout="vertical">
        <Form.Item label={t("Dataset")} htmlFor="suggest-dataset">
          <Select
            id="suggest-dataset"
            placeholder={t("Choose a dataset")}
            value={datasetId}
            loading={datasets.isFetching}
            {...datasets.search}
            options={datasets.options}
            onChange={(next: number) => {
              setDatasetId(next);
              setFlipped(new Set());
            }}
          />
        </Form.Item>
      </Form>
      {charts.error ? (
        <ErrorState compact title={t("Could not fetch all saved charts")} onRetry={() => void charts.refetch()} />
      ) : null}
      {charts.isLoading ? <SkeletonLines lines={4} /> : null}
      {charts.isSuccess && rows.length === 0 ? (
        <EmptyState
          compact
          title={t("No charts use this dataset yet")}
          text={t("Create one, or choose another dataset.")}
        />
      ) : null}
      <ul className={styles.proposed} aria-label={t("Charts to add")}>
        {rows.map((chart) => (
          <li key={chart.id}>
            <label htmlFor={`laid-out-${chart.id}`}>
              <Checkbox
                id={`laid-out-${chart.id}`}
                checked={chosen.includes(chart)}
                onChange={() => setFlipped(toggled(flipped, chart.id))}
              />
              <span>{chart.slice_name}</span>
              <small>{chartTypeName(chart.viz_type ?? undefined)}</small>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function toggled(set: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

function useChartsOf(datasetId: number | undefined) {
  return useQuery({
    queryKey: ["chart", "of-dataset", datasetId],
    enabled: datasetId !== undefined,
    queryFn: ({ signal }) =>
      call(
        list,
        {
          q: {
            filters: [{ col: "datasource_id", opr: "eq", value: datasetId }],
            order_column: "changed_on_delta_humanized",
            order_direction: "desc",
            page: 0,
            page_size: MAX_CHARTS,
          },
        },
        { signal },
      ),
  });
}

function proposedOf({ id, uuid, slice_name, viz_type }: ChartRow): ProposedChart {
  const category = chartCard(viz_type ?? "")?.category;
  const shape = category === "Evolution" ? "course" : category === "Table" ? "table" : "other";
  return { id, uuid, name: slice_name, shape: isFigure(viz_type ?? "") ? "figure" : shape };
}
