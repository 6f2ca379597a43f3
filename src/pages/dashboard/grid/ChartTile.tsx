import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { t } from "../../../i18n/translate.ts";
import type { MarkSelection } from "../../../model/cross-filter.ts";
import type { FormData } from "../../../model/form-data.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { ChartView } from "../../../web/chart-view/ChartView.tsx";
import { coordinator } from "../../../web/chart-view/use-chart-data.ts";
import { useDashboardPage, useView, useViewActions } from "../state/context.ts";
import { reportSoon } from "../state/report-soon.ts";
import { useEditing } from "./edit-context.ts";
import { endBrush, followBrush } from "./follow-brush.ts";
import type { MarkPlace } from "./MarkMenu.tsx";
import styles from "./Tile.module.css";
import { type TileDialog, TileDialogs } from "./TileDialogs.tsx";
import { FilterBadge, openInExplore, TileAssertions, TileHeader } from "./TileHeader.tsx";
import { MissingChart, QueriedAt, RequiredFilter, TileDescription } from "./TileNotes.tsx";
import { isFigureType, type Tile, useLastVisible, useNearView, useTile } from "./use-tile.ts";

const TileMarkMenu = lazyComponent(async () => (await import("./TileMarkMenu.tsx")).TileMarkMenu);

export function ChartTile({ node }: { node: LayoutNode }) {
  const chartId = node.meta.chartId ?? -1;
  const isKnown = useView((view) => view.dashboard.charts.has(chartId));
  if (!isKnown) return <MissingChart chartId={chartId} name={node.meta.sliceNameOverride || node.meta.sliceName} />;
  return <LoadedTile node={node} chartId={chartId} />;
}

function LoadedTile({ node, chartId }: { node: LayoutNode; chartId: number }) {
  const tile = useTile(chartId);
  const frame = useRef<HTMLElement>(null);
  const titleId = useId();
  const isNear = useNearView(frame);
  const [dialog, setDialog] = useDialog(frame);
  useMenuFocus(frame, tile.isFullscreen);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const kind = kindOf(tile.formData);
  const title = node.meta.sliceNameOverride || tile.chart?.slice_name || "";
  const actions = useViewActions();
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    // Events of menus and dialogs arrive here too.
    if (
      event.key === "Escape" &&
      hasSelection(tile) &&
      !tile.isFullscreen &&
      event.currentTarget.contains(event.target as Node)
    ) {
      actions().clearSelection(chartId);
      event.preventDefault();
      return;
    }
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") setIsMenuOpen(true);
    else if (event.key === "t") setDialog({ kind: "table" });
    else return;
    event.preventDefault();
  };
  return (
    <section
      ref={frame}
      className={styles.tile}
      aria-labelledby={titleId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      data-tile={chartId}
      data-kind={kind}
      data-highlighted={tile.isHighlighted || undefined}
      data-fullscreen={tile.isFullscreen || undefined}
      onKeyDown={handleKey}
      // What a click in the chart shows in others.
      onPointerEnter={() => void FilterBadge.prefetch()}
    >
      <TileHeader
        chartId={chartId}
        title={title}
        titleId={titleId}
        tile={tile}
        assertions={<FailingNote chartId={chartId} isFigure={kind === "figure"} place="header" />}
        isMenuOpen={isMenuOpen}
        onMenuOpen={setIsMenuOpen}
        onDialog={setDialog}
      />
      {tile.chart?.is_broken ? (
        <p className={styles.brokenNote}>{t("The dataset no longer has a column or metric that this chart uses.")}</p>
      ) : null}
      <FailingNote chartId={chartId} isFigure={kind === "figure"} place="line" />
      {tile.isExpanded ? <TileDescription text={tile.chart?.description} /> : null}
      <TileBody chartId={chartId} tile={tile} isNear={isNear || tile.isFullscreen} onDialog={setDialog} />
      <QueriedAt tile={tile} />
      {kind === "table" && tile.gate.kind === "open" && tile.state?.results ? (
        <button
          type="button"
          className={styles.allRows}
          aria-label={t("All rows of {chart}", { chart: title })}
          data-no-image
          onClick={() => setDialog({ kind: "table" })}
        >
          {t("All rows")}
        </button>
      ) : null}
      <TileDialogs {...{ chartId, title, tile }} open={dialog} onClose={() => setDialog(null)} />
    </section>
  );
}

/** Loaded once something fails. */
function FailingNote(props: ComponentProps<typeof TileAssertions>) {
  const isFailing = useView(({ failing }) => failing.some((one) => one.chart_ids.includes(props.chartId)));
  return isFailing ? <TileAssertions {...props} /> : null;
}

const hasSelection = ({ selected }: Tile) => (selected?.clauses.length ?? 0) > 0;

const MENU = "header [aria-haspopup=menu]";

function useMenuFocus(frame: RefObject<HTMLElement | null>, isFullscreen: boolean) {
  useEffect(() => {
    const tile = frame.current;
    if (!isFullscreen || !tile) return;
    return () => {
      if (document.activeElement !== document.body) return;
      tile.focus();
      tile.querySelector<HTMLElement>(MENU)?.focus();
    };
  }, [isFullscreen, frame]);
}

function useDialog(frame: RefObject<HTMLElement | null>) {
  const [dialog, setDialog] = useState<TileDialog | null>(null);
  const isOpen = dialog !== null;
  const origin = useRef<Element | null>(null);
  useEffect(() => {
    const tile = frame.current;
    if (!isOpen || !tile) return;
    return () => {
      if (document.activeElement !== document.body) return;
      tile.focus();
      const target = tile.contains(origin.current) ? origin.current : tile.querySelector(MENU);
      if (target instanceof HTMLElement) target.focus();
    };
  }, [isOpen, frame]);
  const open = (next: TileDialog | null) => {
    if (!isOpen) origin.current = document.activeElement;
    setDialog(next);
  };
  return [dialog, open] as const;
}

function kindOf({ viz_type, matrixify_enable }: FormData): "figure" | "table" | "chart" {
  if (isFigureType(viz_type)) return matrixify_enable === true ? "chart" : "figure";
  return /table/.test(viz_type) ? "table" : "chart";
}

/** The marks by which the chart filters others. Those ask for their data before it is drawn with another selection. */
function useMarks(chartId: number, { selected }: Tile) {
  const { store } = useDashboardPage();
  const actions = useViewActions();
  const [isAsking, setIsAsking] = useState(false);
  const drawn = useRef(selected);
  if (!isAsking) drawn.current = selected;
  const select = (selection: MarkSelection | null, additive: boolean) => {
    // The effects of this render ask for data; nothing else may be drawn before that is sent.
    flushSync(() => {
      setIsAsking(true);
      actions().select(chartId, selection, additive);
    });
    coordinator.sendNow();
    setIsAsking(false);
    endBrush(store, chartId);
  };
  return { selected: drawn.current?.isExcluded ? null : drawn.current, select };
}

interface TileBodyProps {
  chartId: number;
  tile: Tile;
  isNear: boolean;
  onDialog(dialog: TileDialog): void;
}

function TileBody({ chartId, tile, isNear, onDialog }: TileBodyProps) {
  const { colors, store } = useDashboardPage();
  const editChart = useEditChart(chartId, tile);
  const actions = useViewActions();
  const isEditing = useEditing() !== null;
  const [mark, setMark] = useState<MarkPlace | null>(null);
  const latest = useMemo(
    () => ({ extra: tile.extra, refreshKey: tile.refreshKey, force: tile.force }),
    [tile.extra, tile.refreshKey, tile.force],
  );
  const { value: lastVisible, wasVisible } = useLastVisible(latest, isNear);
  const activeFilters = useMemo(() => activeFiltersOf(tile, actions), [tile, actions]);
  const { selected, select } = useMarks(chartId, tile);
  if (tile.gate.kind === "required") return <RequiredFilter filter={tile.gate.filter} />;
  const canSelect = tile.emits && !isEditing;
  return (
    <div className={styles.body}>
      <ChartView
        formData={tile.formData}
        dataset={tile.dataset}
        extraFormData={lastVisible.extra}
        ownState={tile.ownState}
        onOwnState={(state) => actions().setOwnState(chartId, state)}
        onShown={tile.keepShown}
        selected={selected}
        onSelect={canSelect ? select : undefined}
        onBrush={canSelect ? (event) => followBrush(store, chartId, event) : undefined}
        live={actions().liveOf(chartId)}
        onContextMenu={isEditing ? undefined : (at, selection, actions) => setMark({ ...at, selection, actions })}
        colors={colors}
        colorScheme={tile.dashboard.metadata.color_scheme || undefined}
        visible={(isNear || wasVisible) && tile.gate.kind === "open"}
        refreshKey={lastVisible.refreshKey}
        force={lastVisible.force}
        onState={(state) => reportSoon(store, chartId, state)}
        activeFilters={activeFilters}
        onClearFilters={() => {
          for (const filter of activeFilters) filter.onRemove();
        }}
        onRetry={() => actions().refreshCharts([chartId], true)}
        onEditChart={editChart}
        isTile
        owners={ownersOf(tile)}
      />
      {mark ? (
        <TileMarkMenu
          chartId={chartId}
          at={mark}
          tile={tile}
          onFilter={tile.emits ? (selection) => select(selection, false) : undefined}
          onDialog={onDialog}
          onClose={() => setMark(null)}
        />
      ) : null}
    </div>
  );
}

function useEditChart(chartId: number, tile: Tile): (() => void) | undefined {
  const { canExplore } = useDashboardPage();
  const isEditing = useEditing() !== null;
  if (!canExplore || isEditing) return undefined;
  return () => void openInExplore(tile, chartId);
}

function activeFiltersOf(tile: Tile, actions: ReturnType<typeof useViewActions>) {
  return tile.badges
    .filter((badge) => badge.status === "applied")
    .map((badge) => ({
      id: badge.id,
      name: badge.name,
      value: badge.value,
      onRemove: () => {
        if (badge.kind === "filter") actions().clear(badge.id);
        else actions().clearSelection(Number(badge.id));
      },
    }));
}

function ownersOf(tile: Tile) {
  return tile.dashboard.detail.owners.flatMap(({ id, first_name, last_name }) =>
    id === undefined ? [] : [{ id, first_name, last_name }],
  );
}
