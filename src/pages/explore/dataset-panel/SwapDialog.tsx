import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Radio } from "antd";
import { TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { type DatasetRow, list as listDatasets } from "../../../api/dataset/contract.ts";
import { open as openExplore } from "../../../api/explore/contract.ts";
import { list } from "../../../i18n/intl.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { call } from "../../../web/client/client.ts";
import { useDebounced } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { can } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type SwapResult, swapDataset } from "../state/dataset-swap.ts";
import { useChartType, useExplore, useWorkbench } from "../workbench/store-context.ts";
import styles from "./dataset-panel.module.css";
import { type DatasetQuery, SWAP_PAGE_SIZE, SwapTable } from "./SwapTable.tsx";

const Impact = lazyComponent(async () => (await import("../../../web/components/Impact.tsx")).Impact);

const HEIGHT = "min(640px, 90vh)";

interface SwapDialogProps {
  onClose(): void;
  onSwapped?(): void;
}

export function SwapDialog({ onClose, onSwapped }: SwapDialogProps) {
  const [query, setQuery] = useState<DatasetQuery>({ text: "", column: "table_name", order: "asc", page: 0 });
  const [picked, setPicked] = useState<DatasetRow>();
  const { data, error, isFetching } = useDatasets(query);
  if (picked) {
    const done = () => {
      onSwapped?.();
      onClose();
    };
    return <SwapConfirm picked={picked} onCancel={() => setPicked(undefined)} onDone={done} />;
  }
  return (
    <Dialog open title={t("Swap dataset")} width={720} height={HEIGHT} onClose={onClose}>
      <SwapTable
        query={query}
        onQuery={setQuery}
        rows={data?.result}
        count={data?.count ?? 0}
        isBusy={isFetching}
        problem={error ? toApiError(error).message : undefined}
        onPick={setPicked}
      />
    </Dialog>
  );
}

interface SwapConfirmProps {
  picked: DatasetRow;
  onCancel(): void;
  onDone(): void;
}

function SwapConfirm({ picked, onCancel, onDone }: SwapConfirmProps) {
  const { store } = useWorkbench();
  const [mode, setMode] = useState<"keep" | "clear">("keep");
  const { data: to, error } = useTarget(picked.id);
  const preview = usePreview(to);
  const swap = () => {
    if (!to) return;
    showResult(store.getState().swap(to, mode));
    onDone();
  };
  return (
    <Dialog
      open
      title={t("Swap dataset")}
      width={720}
      height={HEIGHT}
      onClose={onCancel}
      primary={{ label: t("Proceed"), disabled: !to, onClick: swap }}
    >
      <div className={styles.swapWarning} role="alert">
        <TriangleAlert size={16} aria-hidden />
        <p>
          {rich(
            "The chart will use <b>{dataset}</b>. Columns and metrics that don't exist there are removed, and the chart may stop working.",
            { dataset: picked.table_name, b: (text) => <b>{text}</b> },
          )}
        </p>
      </div>
      <Radio.Group
        className={styles.swapModes}
        value={mode}
        onChange={(event) => setMode(event.target.value as "keep" | "clear")}
        vertical
      >
        <Radio value="keep">{t("Keep matching settings")}</Radio>
        <Radio value="clear">{t("Clear all settings")}</Radio>
      </Radio.Group>
      {error ? <ErrorState compact title={t("This dataset failed to load")} text={error.message} /> : null}
      {preview ? <SwapPreview mode={mode} preview={preview} /> : null}
      {to ? <SwapImpact datasetId={picked.id} /> : null}
    </Dialog>
  );
}

/** What shows the saved chart, and the filters that no longer reach it. */
function SwapImpact({ datasetId }: { datasetId: number }) {
  const chart = useExplore((state) => state.chart);
  if (!chart || !can("can_read", "Dataset")) return null;
  return (
    <section className={styles.swapImpact}>
      <h3>{t("When you save the chart")}</h3>
      <Impact change={{ kind: "chart", ids: [chart.id], swapped_to: datasetId }} />
    </section>
  );
}

function SwapPreview({
  mode,
  preview: { all, kept, lost, replaced },
}: {
  mode: "keep" | "clear";
  preview: SwapResult;
}) {
  const parts: (readonly [string, readonly string[]])[] =
    mode === "keep"
      ? [
          [t("Kept"), kept],
          ...(replaced.length > 0 ? [[t("Replaced by its time column"), replaced] as const] : []),
          [t("Not in this dataset"), lost],
        ]
      : [[t("Will be cleared"), all]];
  return (
    <dl className={styles.fate} aria-live="polite">
      {parts.map(([term, labels]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{labels.length > 0 ? list(labels, "commas") : t("None")}</dd>
        </div>
      ))}
    </dl>
  );
}

function useTarget(id: number) {
  return useFetched(
    `swap to ${id}`,
    async (signal) => {
      const query = { datasource_id: id, datasource_type: "table" };
      return (await call(openExplore, { query }, { signal })).result.dataset;
    },
    { once: true },
  );
}

function usePreview(to: Dataset | undefined): SwapResult | undefined {
  const type = useChartType();
  const formData = useExplore((state) => state.formData);
  const from = useExplore((state) => state.dataset);
  return useMemo(
    () => (type && to ? swapDataset({ type, formData, from, to }) : undefined),
    [type, formData, from, to],
  );
}

function showResult(swapped: SwapResult | undefined): void {
  toast.success(t("Successfully changed dataset!"));
  if (!swapped) return;
  const unchangedNames = list([...swapped.kept, ...swapped.replaced], "commas");
  const lost = list(swapped.lost, "commas");
  if (unchangedNames && lost)
    toast.warning(t("Kept: {kept}. Not in this dataset: {lost}.", { kept: unchangedNames, lost }));
  else if (lost) toast.warning(t("Not in this dataset: {lost}.", { lost }));
  else if (unchangedNames) toast.info(t("Kept: {kept}.", { kept: unchangedNames }));
}

function useDatasets({ text, column, order, page }: DatasetQuery) {
  const search = useDebounced(text.trim());
  return useQuery({
    queryKey: ["datasets", "swap", search, column, order, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const filters = search ? [{ col: "table_name", opr: "ct", value: search }] : [];
      const q = { filters, page, page_size: SWAP_PAGE_SIZE, order_column: column, order_direction: order };
      return call(listDatasets, { q }, { signal });
    },
  });
}
