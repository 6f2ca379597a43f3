import { Button } from "antd";
import { Database, PanelLeftOpen, SlidersHorizontal } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { useIsEditing } from "../../features/adhoc/open-editors.ts";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Splitter } from "../../ui/Splitter.tsx";
import { useStored } from "../../web/session/storage.ts";
import { PHONE, useMedia } from "../../web/session/theme.ts";
import { ChartArea } from "./chart-area/ChartArea.tsx";
import { DatasetPanel } from "./dataset-panel/DatasetPanel.tsx";
import { DialogHost } from "./header/DialogHost.tsx";
import { ExploreHeader } from "./header/ExploreHeader.tsx";
import { ControlPanel } from "./panel/ControlPanel.tsx";
import { ResultsPane } from "./results/ResultsPane.tsx";
import { useKeys } from "./use-keys.ts";
import { useDerivedState, useExplore } from "./workbench/store-context.ts";
import { useDraft } from "./workbench/use-draft.ts";
import { useFormCache } from "./workbench/use-form-cache.ts";
import { useLiveOfDataset, useSpeedTracking } from "./workbench/use-live.ts";
import type { ExploreSource } from "./workbench/use-source.ts";
import styles from "./workbench/workbench.module.css";

const LeaveDialog = lazyComponent(async () => (await import("./workbench/LeaveDialog.tsx")).LeaveDialog);

const Sheet = lazyComponent(async () => (await import("./workbench/Sheet.tsx")).Sheet);

const DATASET_WIDTH = 260;
const CONTROLS_WIDTH = 300;
const DATA_HEIGHT = 288;

export function Workbench({ source }: { source: ExploreSource }) {
  const [isDataOpen, setIsDataOpen] = useStored("explore.data-open", true);
  const toggleData = useCallback(() => setIsDataOpen(!isDataOpen), [isDataOpen, setIsDataOpen]);
  const isPhone = useStableLayout(useMedia(PHONE));
  useFormCache(source);
  useDraft(source);
  useSpeedTracking();
  useLiveOfDataset();
  useKeys({ onToggleData: toggleData });
  return (
    <div className={styles.page}>
      <ExploreHeader />
      {isPhone ? <PhonePanels /> : <Panels isDataOpen={isDataOpen} onToggleData={toggleData} />}
      <DialogHost />
      <LeaveGuard />
    </div>
  );
}

function Panels({ isDataOpen, onToggleData }: { isDataOpen: boolean; onToggleData(): void }) {
  const [isDatasetOpen, setIsDatasetOpen] = useStored("explore.dataset-open", true);
  const [datasetWidth, setDatasetWidth] = useStored("explore.dataset-width", DATASET_WIDTH);
  const [controlsWidth, setControlsWidth] = useStored("explore.controls-width", CONTROLS_WIDTH);
  const [dataHeight, setDataHeight] = useStored("explore.data-height", DATA_HEIGHT);
  const isNarrow = useMedia("(max-width: 1099px)");
  const showsDataset = isDatasetOpen && !isNarrow;
  return (
    <div className={styles.panels}>
      {showsDataset ? (
        <>
          <div className={styles.side} style={{ width: datasetWidth }}>
            <DatasetPanel onClose={() => setIsDatasetOpen(false)} />
          </div>
          <Splitter
            label={t("Dataset panel width")}
            panel="before"
            size={datasetWidth}
            onSize={setDatasetWidth}
            min={232}
            max={480}
            initial={DATASET_WIDTH}
          />
        </>
      ) : (
        <ClosedDataset isNarrow={isNarrow} onOpen={() => setIsDatasetOpen(true)} />
      )}
      <div className={styles.side} style={{ width: controlsWidth }}>
        <ControlPanel />
      </div>
      <Splitter
        label={t("Control panel width")}
        panel="before"
        size={controlsWidth}
        onSize={setControlsWidth}
        min={280}
        max={480}
        initial={CONTROLS_WIDTH}
      />
      <div className={styles.main}>
        <ChartArea />
        {isDataOpen ? (
          <Splitter
            label={t("Data pane height")}
            orientation="horizontal"
            panel="after"
            size={dataHeight}
            onSize={setDataHeight}
            min={120}
            max={560}
            initial={DATA_HEIGHT}
          />
        ) : null}
        <div className={styles.data} style={{ height: isDataOpen ? dataHeight : undefined }}>
          <ResultsPane isOpen={isDataOpen} onToggle={onToggleData} />
        </div>
      </div>
    </div>
  );
}

function ClosedDataset({ isNarrow, onOpen }: { isNarrow: boolean; onOpen(): void }) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div className={styles.closed}>
      <IconButton
        label={t("Show dataset panel")}
        icon={<PanelLeftOpen size={16} />}
        onClick={() => (isNarrow ? setIsOver(true) : onOpen())}
        tooltipSide="right"
      />
      {isOver && isNarrow ? (
        <Sheet label={t("Dataset")} side="left" onClose={() => setIsOver(false)}>
          <DatasetPanel onClose={() => setIsOver(false)} />
        </Sheet>
      ) : null}
    </div>
  );
}

function PhonePanels() {
  const [sheet, setSheet] = useState<"controls" | "dataset">();
  const [isDataOpen, setIsDataOpen] = useState(false);
  return (
    <div className={styles.phone}>
      <ChartArea />
      <div className={styles.data} style={{ height: isDataOpen ? "50%" : undefined }}>
        <ResultsPane isOpen={isDataOpen} onToggle={() => setIsDataOpen(!isDataOpen)} />
      </div>
      <div className={styles.phoneBar}>
        <Button icon={<Database size={14} />} onClick={() => setSheet("dataset")}>
          {t("Dataset")}
        </Button>
        <Button type="primary" icon={<SlidersHorizontal size={14} />} onClick={() => setSheet("controls")}>
          {t("Controls")}
        </Button>
      </div>
      {sheet ? (
        <Sheet
          label={sheet === "controls" ? t("Controls") : t("Dataset")}
          side="bottom"
          onClose={() => setSheet(undefined)}
        >
          {sheet === "controls" ? <ControlPanel /> : <DatasetPanel onClose={() => setSheet(undefined)} />}
        </Sheet>
      ) : null}
    </div>
  );
}

/** Keeps the layout while an editor is open: remounting would lose its draft. */
function useStableLayout(isPhone: boolean): boolean {
  const isEditing = useIsEditing();
  const stable = useRef(isPhone);
  if (!isEditing) stable.current = isPhone;
  return stable.current;
}

function LeaveGuard() {
  const { altered, isRenamed } = useDerivedState();
  const chart = useExplore((state) => state.chart);
  const count = altered.length + (isRenamed && chart ? 1 : 0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => count > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (count === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [count]);
  if (blocker.state !== "blocked") return null;
  return <LeaveDialog count={count} onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />;
}
