import { createContext, memo, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { rampOf } from "../../chart-kit/colors/ramps.ts";
import { chartTheme, colorsIn } from "../../chart-kit/colors/theme.ts";
import { asMoments, brushAsMoments, onClock, onReadersClock, zonesOf } from "../../chart-kit/format/zoned.ts";
import type {
  ChartPart,
  ChartTheme,
  ChartType,
  Drawing,
  RendererProps,
  Selection,
  TimeExtent,
} from "../../chart-seam/chart-type.ts";
import { chartCard, hasMatrix } from "../../chart-types/index.ts";
import { prepareChart, RENDERERS } from "../../chart-types/renderers.ts";
import type { ExtraFormData } from "../../model/data-mask.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { lazy } from "../../ui/lazy.ts";
import { useLazy } from "../../ui/lazy-component.tsx";
import { useBoxSize } from "../../ui/use-box-size.ts";
import { useStableHandler } from "../../ui/use-stable-handler.ts";
import { useLook } from "../session/theme.ts";
import { ChartBoundary } from "./ChartBoundary.tsx";
import { ChartProblem } from "./ChartProblem.tsx";
import { ChartSkeleton } from "./ChartSkeleton.tsx";
import type { ChartState } from "./chart-state.ts";
import styles from "./chart-view.module.css";
import { cutSharesText } from "./cut-shares.ts";
import { DataAlternative } from "./DataAlternative.tsx";
import { useDataExtent } from "./data-extent.ts";
import { ignoredFilters } from "./ignored-filters.ts";
import { type LiveChart, useLiveResults } from "./live-chart.ts";
import { lookOf } from "./look.ts";
import { notesHeightOf, notesOn, type Size } from "./notes.ts";
import type { ProblemActions } from "./problem-actions.ts";
import { type ChartLoad, markRendered } from "./profiler.ts";
import { StaleNote } from "./StaleNote.tsx";
import { useSteadyResults } from "./steady-results.ts";
import { contextOf, useChartData } from "./use-chart-data.ts";
import { type TypedChart, useTypedForm } from "./use-typed-form.ts";

/**
 * A chart with its data, shared by Explore, dashboards and galleries. Builds the query from form data, sends it through
 * the page's coordinator, shows every state in the same box, and draws with the renderer of the chart type. Fills its
 * parent, whose size it never changes.
 */
export interface ChartViewProps extends ProblemActions {
  formData: FormData;
  dataset?: Dataset;
  /** From filters and cross-filters; merged after that of the form data. */
  extraFormData?: ExtraFormData;
  ownState?: Record<string, unknown>;
  onOwnState?(state: Record<string, unknown>): void;
  onShown?: RendererProps["onShown"];
  /** Values by which this chart currently filters others. */
  selected?: Selection | null;
  onSelect?(selection: Selection | null, additive: boolean): void;
  onBrush?: RendererProps["onBrush"];
  /** Results that the page shows for a while. */
  live?: LiveChart;
  onContextMenu?: RendererProps["onContextMenu"];
  /** Shared by the charts of a dashboard, so that each label has one color. */
  colors?: ChartColors;
  colorScheme?: string;
  /** Form data of the query, if it isn't `formData` (Explore without live update). */
  queryFormData?: FormData;
  visible?: boolean;
  /** A change starts a new query; with `force` it bypasses the cache. */
  refreshKey?: number;
  force?: boolean;
  onState?(state: ChartState): void;
  /** Transforms results before drawing. Must be stable. `of`: the form data of a part, for its results. */
  alter?(results: readonly ChartDataResult[], of?: FormData): readonly ChartDataResult[];
  /** Transforms the drawing before it is shown. Must be stable. */
  adjust?(drawing: Drawing): Drawing;
  /** True in a grid, which has one data table for all cells. */
  isCell?: boolean;
}

export const ChartThemeContext = createContext<ChartTheme | null>(null);

export type ChartColors = Pick<LabelColors, "chart"> & Partial<Pick<LabelColors, "recolor">>;

const MATRIX = lazy(async () => (await import("./matrix/MatrixView.tsx")).MatrixView);

export function ChartView(props: ChartViewProps) {
  const { matrixify_enable, viz_type } = props.queryFormData ?? props.formData;
  if (matrixify_enable !== true || !hasMatrix(viz_type)) return <PlainChart {...props} />;
  return <GuardedMatrix {...props} />;
}

function GuardedMatrix(props: ChartViewProps) {
  const { formData, extraFormData } = props;
  const asked = useMemo(() => [formData, extraFormData], [formData, extraFormData]);
  return (
    <ChartBoundary resetKey={asked}>
      <MatrixChart {...props} />
    </ChartBoundary>
  );
}

function MatrixChart({ live: _, onBrush: __, ...props }: ChartViewProps) {
  const MatrixView = useLazy(MATRIX);
  if (MatrixView) return <MatrixView {...props} Cell={PlainChart} />;
  return (
    <div className={styles.frame} aria-busy data-status="loading">
      <ChartSkeleton shape="grid" />
    </div>
  );
}

function useChartTheme(): ChartTheme {
  const own = useContext(ChartThemeContext);
  const { charts, mode } = useLook();
  return own ?? charts ?? chartTheme(mode);
}

function PlainChart(props: ChartViewProps) {
  const { formData, visible = true, refreshKey = 0, onState } = props;
  const vizType = chartCard(formData.viz_type)?.key ?? "table";
  useEffect(() => {
    if (visible) prepareChart(vizType);
  }, [visible, vizType]);
  const chart = useTypedForm(formData, props.dataset, refreshKey);
  const queried = useTypedForm(props.queryFormData ?? formData, props.dataset, refreshKey);
  const { live, ownState } = props;
  const { type, error, formData: asked } = queried;
  const fetched = useChartData({
    type,
    error,
    formData: asked,
    extraFormData: props.extraFormData,
    ownState,
    enabled: visible,
    refreshKey,
    force: props.force ?? false,
    live,
  });
  const own = useMappedResults(useMappedResults(fetched, onClockOfReader), props.alter);
  const notify = useRef(onState);
  notify.current = onState;
  useEffect(() => notify.current?.(own), [own]);
  const instead = useLiveResults(live, fetched);
  const state = useMemo(() => (instead?.results ? { ...own, results: instead.results } : own), [own, instead?.results]);
  useEffect(() => {
    if (!live) return undefined;
    live.contextOf = (extraFormData) => contextOf({ type, error, formData: asked, extraFormData, ownState });
    return () => {
      live.contextOf = undefined;
    };
  }, [live, type, error, asked, ownState]);

  const [box, size] = useBoxSize();
  const theme = useChartTheme();
  const handlers = useHandlers(props);
  const timeExtent = useDataExtent(own, chart.formData, props.dataset);
  const results = useSteadyResults(state.results);
  const drawing = useDrawing({ chart, props, state, results, size, theme, timeExtent });
  const look = lookOf(state, drawing, instead);
  const isBlank = state.status === "ready" && drawing !== undefined && !look.picture;
  useEffect(() => {
    if (state.load && isBlank) markRendered(state.load);
  }, [state.load, isBlank]);
  const shape = chartCard(vizType)?.skeleton ?? "bars";
  return (
    <div className={styles.frame} aria-busy={look.isBusy} data-status={look.status}>
      <Stale since={look.stale} state={state} view={props} />
      <div ref={box} className={styles.box}>
        {look.picture && size && (
          <div className={look.isDimmed ? styles.dimmed : styles.picture}>
            <ChartBoundary resetKey={look.picture}>
              <Picture
                {...{ type: chart.type, unknown: chart.unknown, formData: chart.formData, size, theme, handlers }}
                drawing={look.picture}
                results={results}
                load={state.load}
                dataset={props.dataset}
                onShown={props.onShown}
                adjust={props.adjust}
                isCell={props.isCell}
              />
            </ChartBoundary>
          </div>
        )}
        {look.hasSkeleton && <ChartSkeleton shape={shape} startedAt={state.startedAt} stop={state.stop} />}
        {look.stale === undefined && <Problem view={props} chart={chart} state={state} drawing={drawing} />}
      </div>
    </div>
  );
}

const onClockOfReader = (results: readonly ChartDataResult[]) => results.map(onReadersClock);

/** Other changes of the state leave the results the same objects, so that nothing is drawn again for them. */
function useMappedResults(state: ChartState, map: ChartViewProps["alter"]): ChartState {
  const { results: given, parts: givenParts } = state;
  const results = useMemo(() => (given && map ? map(given) : given), [given, map]);
  const parts = useMemo(
    () => (map ? givenParts?.map((part) => ({ ...part, results: map(part.results, part.formData) })) : givenParts),
    [givenParts, map],
  );
  return useMemo(() => (results ? { ...state, results, ...(parts ? { parts } : {}) } : state), [state, results, parts]);
}

function isUnusable({ type, unknown, formData }: TypedChart): boolean {
  return unknown !== undefined && !type && formData.viz_type === unknown;
}

interface StaleProps {
  since: number | undefined;
  state: ChartState;
  view: ChartViewProps;
}

function Stale({ since, state, view }: StaleProps) {
  if (since === undefined || !state.error) return null;
  const { dataset, onRetry, onSwapDataset, onEditChart, owners } = view;
  const formData = view.queryFormData ?? view.formData;
  const known = { since, dataset, formData, onRetry, onSwapDataset, onEditChart, owners };
  return <StaleNote {...known} error={state.error} />;
}

interface ProblemProps {
  view: ChartViewProps;
  chart: TypedChart;
  state: ChartState;
  drawing: Drawing | Error | undefined;
}

function Problem({ view, chart, ...rest }: ProblemProps) {
  const { dataset, onClearFilters, onRetry, onSwapDataset, onEditChart, isTile, activeFilters, owners } = view;
  return (
    <ChartProblem
      {...rest}
      isUnknown={isUnusable(chart)}
      formData={view.queryFormData ?? view.formData}
      dataset={dataset}
      onClearFilters={onClearFilters}
      onRetry={onRetry}
      onSwapDataset={onSwapDataset}
      onEditChart={onEditChart}
      isTile={isTile}
      activeFilters={activeFilters}
      owners={owners}
    />
  );
}

interface PictureProps extends Pick<ChartViewProps, "dataset" | "onShown" | "adjust" | "isCell"> {
  type: ChartType | undefined;
  unknown: string | undefined;
  formData: FormData;
  drawing: Drawing;
  results: readonly ChartDataResult[] | undefined;
  load: ChartLoad | undefined;
  size: Size;
  theme: ChartTheme;
  handlers: Pick<ChartViewProps, "onSelect" | "onBrush" | "onContextMenu" | "onOwnState">;
}

/** Most changes of a tile or page leave the picture as it is; tables and maps take long to render. */
const Picture = memo(function Picture(props: PictureProps) {
  const { type, unknown, formData, drawing, results, load, size, theme, handlers, adjust, dataset } = props;
  const Renderer = useLazy(type && RENDERERS[type.key]);
  useEffect(() => {
    if (!load) return;
    if (Renderer) markRendered(load);
    else load.waitsForCode = true;
  }, [load, Renderer]);
  const shown = useMemo(() => (adjust ? adjust(drawing) : drawing), [adjust, drawing]);
  const events = useMomentEvents(handlers, results);
  if (!Renderer) return type ? <ChartSkeleton shape={type.skeleton} /> : null;
  const notes = notesOn(drawing, { unknown, ignored: ignoredFilters(formData, results), size });
  return (
    <figure className={styles.figure} aria-label={drawing.summary}>
      <div className={styles.drawn}>
        <Renderer
          props={shown.props}
          {...withoutNotes(size, notesHeightOf(notes, size))}
          theme={theme}
          onSelect={events.onSelect}
          onBrush={events.onBrush}
          onContextMenu={events.onContextMenu}
          onOwnState={handlers.onOwnState}
          onShown={props.onShown}
          drawPart={drawPart}
        />
      </div>
      {results && type?.category !== "Table" && !props.isCell ? (
        <DataAlternative results={results} dataset={dataset} label={drawing.summary} />
      ) : null}
      {notes.map((text) => (
        <p
          key={text}
          className={styles.warning}
          data-chart-note
          data-plain={text === drawing.note || undefined}
          title={text}
        >
          {text}
        </p>
      ))}
    </figure>
  );
});

/** The same object as long as the same handlers are given. */
function useHandlers(view: ChartViewProps): PictureProps["handlers"] {
  const onSelect = useStableHandler(view.onSelect);
  const onBrush = useStableHandler(view.onBrush);
  const onContextMenu = useStableHandler(view.onContextMenu);
  const onOwnState = useStableHandler(view.onOwnState);
  return useMemo(
    () => ({ onSelect, onBrush, onContextMenu, onOwnState }),
    [onSelect, onBrush, onContextMenu, onOwnState],
  );
}

/** Outside of a chart, selections are independent of the clock that it shows. */
function useMomentEvents(
  { onSelect, onBrush, onContextMenu }: PictureProps["handlers"],
  results: readonly ChartDataResult[] | undefined,
): Pick<ChartViewProps, "onSelect" | "onBrush" | "onContextMenu"> {
  return useMemo(() => {
    const zones = zonesOf(results);
    const outside = (selection: Selection | null) => selection && asMoments(selection, zones);
    return {
      onSelect: onSelect && ((selection, additive) => onSelect(outside(selection), additive)),
      onBrush: onBrush && ((event) => onBrush(brushAsMoments(event, zones))),
      onContextMenu: onContextMenu && ((at, selection, actions) => onContextMenu(at, outside(selection), actions)),
    };
  }, [onSelect, onBrush, onContextMenu, results]);
}

function withoutNotes({ width, height }: Size, room: number): Size {
  return { width, height: Math.max(1, height - room) };
}

function drawPart(part: Pick<ChartPart, "type">, props: RendererProps): ReactNode {
  return <DrawnPart vizType={part.type.key} drawn={props} />;
}

function DrawnPart({ vizType, drawn }: { vizType: string; drawn: RendererProps }) {
  const Renderer = useLazy(RENDERERS[vizType]);
  return Renderer ? <Renderer {...drawn} /> : null;
}

/** Draws a second time only if the notes don't have the expected height. */
function drawWithNotes(
  draw: (room: number) => Drawing,
  { needs, expected }: { needs(drawing: Drawing): number; expected: number },
): Drawing {
  const first = draw(expected);
  if (first.isEmpty || needs(first) === expected) return first;
  const whole = expected === 0 ? first : draw(0);
  const room = needs(whole);
  if (room === 0) return whole;
  const beside = draw(room);
  const [warning, note] = [beside.warning ?? whole.warning, beside.note ?? whole.note];
  return { ...beside, ...(warning && { warning }), ...(note && { note }) };
}

interface DrawingInput {
  chart: TypedChart;
  props: ChartViewProps;
  state: ChartState;
  results: ChartState["results"];
  size: Size | undefined;
  theme: ChartTheme;
  timeExtent: TimeExtent | undefined;
}

function useDrawing(input: DrawingInput): Drawing | Error | undefined {
  const { chart, props, state, results, size, theme, timeExtent } = input;
  const { type, formData, unknown } = chart;
  const { dataset, ownState, colorScheme } = props;
  const { parts, failedParts } = state;
  const queries = (state.answered?.context ?? state.context)?.queries;
  const cutShares = results && cutSharesText(formData, { results, queries });
  const selected = useMemo(
    () => props.selected && onClock(props.selected, zonesOf(results)),
    [props.selected, results],
  );
  const own = useMemo(() => new LabelColors(), []);
  const colors = props.colors ?? own;
  // Usually the same as before, so that one drawing is enough.
  const notesHeight = useRef(0);
  return useMemo(() => {
    if (!type || !results || !size) return undefined;
    const drawIn = (room: Size) => {
      const drawing = type.transform({
        formData,
        results,
        dataset,
        theme,
        ...room,
        selected,
        ownState,
        parts,
        failedParts,
        timeExtent,
        colorOf: colorsIn(
          theme,
          colors.chart(formData.slice_id ?? 0, {
            scheme: colorScheme || formData.color_scheme,
            forced: formData.label_colors,
          }),
        ),
        rampOf: (scheme) => rampOf(scheme, theme),
      });
      return cutShares === undefined ? drawing : { ...drawing, note: cutShares };
    };
    try {
      const ignored = ignoredFilters(formData, results);
      const needs = (drawing: Drawing) => notesHeightOf(notesOn(drawing, { unknown, ignored, size }), size);
      const drawn = drawWithNotes((room) => drawIn(withoutNotes(size, room)), { needs, expected: notesHeight.current });
      notesHeight.current = needs(drawn);
      return drawn;
    } catch (cause) {
      return cause instanceof Error ? cause : new Error(String(cause));
    }
  }, [
    type,
    unknown,
    formData,
    results,
    cutShares,
    parts,
    failedParts,
    timeExtent,
    dataset,
    theme,
    size,
    selected,
    ownState,
    colors,
    colorScheme,
  ]);
}
