import { Button } from "antd";
import { ChevronRight, Pencil } from "lucide-react";
import { useMemo, useState } from "react";
import { labelOf } from "../../../chart-kit/table/column.ts";
import { t } from "../../../i18n/translate.ts";
import { mergeExtraFormData } from "../../../model/data-mask.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { ChartView } from "../../../web/chart-view/ChartView.tsx";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { useDashboardPage } from "../state/context.ts";
import { type DrillStep, drilledFilters, drilledForm, usedColumns } from "./drill.ts";
import { MarkMenu, type MarkPlace } from "./MarkMenu.tsx";
import { openExplore } from "./open-explore.ts";
import { ResultRows } from "./TableDialog.tsx";
import styles from "./TileDialogs.module.css";
import type { Tile } from "./use-tile.ts";

interface DrillByDialogProps {
  chartId: number;
  title: string;
  tile: Tile;
  step: DrillStep;
  onClose(): void;
}

export function DrillByDialog({ chartId, title, tile, step, onClose }: DrillByDialogProps) {
  const { colors, canExplore } = useDashboardPage();
  const [steps, setSteps] = useState<readonly DrillStep[]>([step]);
  const [display, setDisplay] = useState<"chart" | "table">("chart");
  const [state, setState] = useState<ChartState>();
  const [mark, setMark] = useState<MarkPlace | null>(null);
  const formData = useMemo(() => steps.reduce(drilledForm, tile.formData), [steps, tile.formData]);
  const extra = useMemo(() => mergeExtraFormData([tile.extra, drilledFilters(steps)]), [steps, tile.extra]);
  const result = state?.results?.[0];
  return (
    <Dialog
      open
      title={t("Drill by: {chart}", { chart: title })}
      width={960}
      height="min(640px, 90vh)"
      onClose={onClose}
    >
      <div className={styles.table}>
        <div className={styles.bar}>
          <Steps steps={steps} tile={tile} onBack={(count) => setSteps(steps.slice(0, count))} />
          <span className={styles.spring} />
          <Segmented<"chart" | "table">
            label={t("Show as")}
            value={display}
            onChange={setDisplay}
            options={[
              { value: "chart", label: t("Chart") },
              { value: "table", label: t("Table") },
            ]}
          />
          {canExplore ? (
            <Button
              size="small"
              icon={<Pencil size={14} />}
              onClick={() => void openExplore({ formData, extra, dashboard: tile.dashboard }, chartId)}
            >
              {t("Edit chart")}
            </Button>
          ) : null}
        </div>
        <div className={styles.drilled} hidden={display === "table"}>
          <ChartView
            formData={formData}
            dataset={tile.dataset}
            extraFormData={extra}
            colors={colors}
            colorScheme={tile.dashboard.metadata.color_scheme || undefined}
            onState={setState}
            onContextMenu={(at, selection, actions) => setMark({ ...at, selection, actions })}
          />
        </div>
        {display === "table" && result ? <ResultRows result={result} dataset={tile.dataset} label={title} /> : null}
      </div>
      {mark && tile.dataset ? (
        <MarkMenu
          at={mark}
          selection={mark.selection}
          actions={mark.actions}
          drillBy={{
            datasetId: tile.dataset.id,
            dashboardId: tile.dashboard.detail.id,
            used: usedColumns(formData, [...steps.map((one) => one.selection), mark.selection]),
            onChoose: (dimension) => setSteps([...steps, { selection: mark.selection, dimension }]),
          }}
          onClose={() => setMark(null)}
        />
      ) : null}
    </Dialog>
  );
}

interface StepsProps {
  steps: readonly DrillStep[];
  tile: Pick<Tile, "dataset">;
  onBack(count: number): void;
}

function Steps({ steps, tile, onBack }: StepsProps) {
  return (
    <nav aria-label={t("Drill steps")} className={styles.steps}>
      {steps.map(({ selection, dimension }, index) => {
        const by = labelOf(dimension, tile.dataset);
        const label = selection
          ? t("{value} by {column}", { value: selection.label, column: by })
          : t("By {column}", { column: by });
        const isLast = index === steps.length - 1;
        return (
          <span key={`${dimension} ${selection?.label}`}>
            {index > 0 ? <ChevronRight size={14} aria-hidden /> : null}
            {isLast ? (
              <b aria-current="step">{label}</b>
            ) : (
              <Button type="link" size="small" onClick={() => onBack(index + 1)}>
                {label}
              </Button>
            )}
          </span>
        );
      })}
    </nav>
  );
}
