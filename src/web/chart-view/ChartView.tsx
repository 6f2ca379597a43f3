import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { rampOf } from "../../chart-kit/colors/ramps.ts";
import { chartTheme, colorsIn } from "../../chart-kit/colors/theme.ts";
import { textWidth } from "../../chart-kit/text-width.ts";
import type { ChartPart, ChartTheme, Drawing, RendererProps, Selection } from "../../chart-seam/chart-type.ts";
import { chartCard, hasMatrix } from "../../chart-types/index.ts";
import { prepareChart, RENDERERS } from "../../chart-types/renderers.ts";
import { type ExtraFormData, mergeExtraFormData } from "../../model/data-mask.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { lazy } from "../../ui/lazy.ts";
import { useLazy } from "../../ui/lazy-component.tsx";
import { useBoxSize } from "../../ui/use-box-size.ts";
import { useLook } from "../session/theme.ts";
import { ChartBoundary } from "./ChartBoundary.tsx";
import { ChartProblem } from "./ChartProblem.tsx";
import { ChartSkeleton } from "./ChartSkeleton.tsx";
import type { ChartState } from "./chart-state.ts";
import styles from "./chart-view.module.css";
import { DataAlternative } from "./DataAlternative.tsx";
import { lookOf } from "./look.ts";
import type { ProblemActions } from "./problem-actions.ts";
import { StaleNote } from "./StaleNote.tsx";
import { useChartData } from "./use-chart-data.ts";
import { type TypedChart, useTypedForm } from "./use-typed-form.ts";

/**
 * A chart with its data, the one component that explore, dashboards and galleries share. It builds the query from
 * form data, asks through the page's coordinator, shows every state in the same box, and draws with the chart type's
 * own renderer. It fills its parent, whose size it never changes.
 */
export interface ChartViewProps extends ProblemActions {
  formData: FormData;
  dataset?: Dataset;
  /** What filters and cross-filters contribute; merged after the form data's own. */
  extraFormData?: ExtraFormData;
  ownState?: Record<string, unknown>;
  onOwnState?(state: Record<string, unknown>): void;
  /** Told the rows that a table shows after its reader searched, filtered and sorted. */
  onShown?: RendererProps["onShown"];
  /** What this chart currently filters others by. */
  selected?: Selection | null;
  onSelect?(selection: Selection | null, additive: boolean): void;
  onContextMenu?: RendererProps["onContextMenu"];
  /** Shared by the charts of a dashboard so that a label has one colour. */
  colors?: ChartColors;
  /** A dashboard's scheme wins over the chart's. */
  colorScheme?: string;
  /** Form data that the query is built from when it is not `formData` (explore with live updates off). */
  queryFormData?: FormData;
  /** Nothing is asked until true. */
  visible?: boolean;
  /** A change from 0 on asks again; with `force` past the cache. */
  refreshKey?: number;
  force?: boolean;
  onState?(state: ChartState): void;
  /**
   * Stands between the answers and what is drawn of them; the same function while nothing changes. `of`: the form data
   * of a part, for its answers.
   */
  alter?(results: readonly ChartDataResult[], of?: FormData): readonly ChartDataResult[];
  /** Stands between the drawing and what is shown of it; the same function while nothing changes. */
  adjust?(drawing: Drawing): Drawing;
  /** One of a grid, which has the table of all. */
  isCell?: boolean;
}

/** The theme of the page that the charts are on, where it has one of its own. */
export const ChartThemeContext = createContext<ChartTheme | null>(null);

/** Gives each chart that begins to be drawn the colours of its labels. */
export type ChartColors = Pick<LabelColors, "chart"> & Partial<Pick<LabelColors, "takeBack">>;

const MATRIX = lazy(async () => (await import("./matrix/MatrixView.tsx")).MatrixView);

export function ChartView(props: ChartViewProps) {
  const { matrixify_enable, viz_type } = props.queryFormData ?? props.formData;
  if (matrixify_enable !== true || !hasMatrix(viz_type)) return <PlainChart {...props} />;
  return (
    <ChartBoundary resetKey={props.formData}>
      <GridOfCharts {...props} />
    </ChartBoundary>
  );
}

function GridOfCharts(props: ChartViewProps) {
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
  const asked = useTypedForm(props.queryFormData ?? formData, props.dataset, refreshKey);
  const answered = useChartData({
    type: asked.type,
    error: asked.error,
    formData: useMerged(asked.formData, props.extraFormData),
    ownState: props.ownState,
    enabled: visible,
    refreshKey,
    force: props.force ?? false,
  });
  const state = useAltered(answered, props.alter);
  const notify = useRef(onState);
  notify.current = onState;
  useEffect(() => notify.current?.(state), [state]);

  const [box, size] = useBoxSize();
  const theme = useChartTheme();
  const drawing = useDrawing({ chart, props, state, size, theme });
  const look = lookOf(state, drawing);
  const shape = chartCard(vizType)?.skeleton ?? "bars";
  return (
    <div className={styles.frame} aria-busy={look.isBusy} data-status={state.status}>
      <Stale since={look.stale} state={state} view={props} />
      <div ref={box} className={styles.box}>
        {look.picture && size && (
          <div className={look.isDimmed ? styles.dimmed : styles.picture}>
            <ChartBoundary resetKey={look.picture}>
              <Picture view={props} {...{ chart, size, theme }} drawing={look.picture} results={state.results} />
            </ChartBoundary>
          </div>
        )}
        {look.hasSkeleton && <ChartSkeleton shape={shape} startedAt={state.startedAt} stop={state.stop} />}
        {look.stale === undefined && <Problem view={props} chart={chart} state={state} drawing={drawing} />}
      </div>
    </div>
  );
}

function useAltered(state: ChartState, alter: ChartViewProps["alter"]): ChartState {
  return useMemo(() => {
    if (!alter || !state.results) return state;
    const parts = state.parts?.map((part) => ({ ...part, results: alter(part.results, part.formData) }));
    return { ...state, results: alter(state.results), ...(parts ? { parts } : {}) };
  }, [state, alter]);
}

/** Of no type that is here, and without anything that a table could show. */
function isBeyondHelp({ type, unknown, formData }: TypedChart): boolean {
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
  return <StaleNote {...{ since, dataset, onRetry, onSwapDataset, onEditChart, owners }} error={state.error} />;
}

function labelIn({ type, formData }: TypedChart, name: string): string {
  const label = type?.sections.flatMap(({ rows }) => rows.flat()).find((control) => control.name === name)?.label;
  return (typeof label === "function" ? label({ formData }) : label) ?? name;
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
      isUnknown={isBeyondHelp(chart)}
      labelOf={(name) => labelIn(chart, name)}
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

interface Size {
  width: number;
  height: number;
}

interface PictureProps {
  view: ChartViewProps;
  chart: TypedChart;
  drawing: Drawing;
  results: readonly ChartDataResult[] | undefined;
  size: Size;
  theme: ChartTheme;
}

function Picture({ view, chart, drawing, results, size, theme }: PictureProps) {
  const Renderer = useLazy(chart.type && RENDERERS[chart.type.key]);
  const { adjust } = view;
  const shown = useMemo(() => (adjust ? adjust(drawing) : drawing), [adjust, drawing]);
  if (!Renderer) return chart.type ? <ChartSkeleton shape={chart.type.skeleton} /> : null;
  const notes = notesOn(chart.unknown, drawing);
  return (
    <figure className={styles.figure} aria-label={drawing.summary}>
      <div className={styles.drawn}>
        <Renderer
          props={shown.props}
          {...besideNotes(size, roomOf(notes, size))}
          theme={theme}
          onSelect={view.onSelect}
          onContextMenu={view.onContextMenu}
          onOwnState={view.onOwnState}
          onShown={view.onShown}
          drawPart={drawPart}
        />
      </div>
      {results && chart.type?.category !== "Table" && !view.isCell ? (
        <DataAlternative results={results} dataset={view.dataset} label={drawing.summary} />
      ) : null}
      {notes.map((text) => (
        <p key={text} className={styles.warning} title={text}>
          {text}
        </p>
      ))}
    </figure>
  );
}

/** Lines under the chart, which take their room from it. */
function notesOn(unknown: string | undefined, { warning }: Drawing): string[] {
  const note = unknown && `There is no chart type “${unknown}” here. This is its data as a table.`;
  return [note, warning].filter((text): text is string => Boolean(text));
}

/** Around the text of a note, and the gap above it; a line of its text; both pixels. */
const NOTE = { around: 12, beside: 16, line: 16 };

/** Of all notes together, pixels: one that is too wide goes on in a second line. */
function roomOf(notes: readonly string[], { width }: Size): number {
  const linesOf = (text: string) => (textWidth(text) > width - NOTE.beside ? 2 : 1);
  return notes.reduce((sum, text) => sum + NOTE.around + linesOf(text) * NOTE.line, 0);
}

function besideNotes({ width, height }: Size, room: number): Size {
  return { width, height: Math.max(1, height - room) };
}

function drawPart(part: Pick<ChartPart, "type">, props: RendererProps): ReactNode {
  return <DrawnPart vizType={part.type.key} drawn={props} />;
}

/** A chart inside of another. */
function DrawnPart({ vizType, drawn }: { vizType: string; drawn: RendererProps }) {
  const Renderer = useLazy(RENDERERS[vizType]);
  return Renderer ? <Renderer {...drawn} /> : null;
}

function useMerged(formData: FormData, extra: ExtraFormData | undefined): FormData {
  return useMemo(
    () =>
      extra
        ? { ...formData, extra_form_data: mergeExtraFormData([formData.extra_form_data ?? undefined, extra]) }
        : formData,
    [formData, extra],
  );
}

/** A drawing with the room that its notes leave it: drawn once when they take as much as expected. */
function drawnBeside(
  draw: (room: number) => Drawing,
  { needs, expected }: { needs(drawing: Drawing): number; expected: number },
): Drawing {
  const first = draw(expected);
  if (first.isEmpty || needs(first) === expected) return first;
  const whole = expected === 0 ? first : draw(0);
  const room = needs(whole);
  if (room === 0) return whole;
  const beside = draw(room);
  return { ...beside, warning: beside.warning ?? whole.warning };
}

interface DrawingInput {
  chart: TypedChart;
  props: ChartViewProps;
  state: ChartState;
  size: Size | undefined;
  theme: ChartTheme;
}

/** The chart type's drawing of the last results; an Error when it could not draw them. */
function useDrawing({ chart, props, state, size, theme }: DrawingInput): Drawing | Error | undefined {
  const { type, formData, unknown } = chart;
  const { dataset, selected, ownState, colorScheme } = props;
  const own = useMemo(() => new LabelColors(), []);
  const colors = props.colors ?? own;
  const { results, parts, failedParts } = state;
  // Most often as much as the time before: then one drawing is enough.
  const noted = useRef(0);
  return useMemo(() => {
    if (!type || !results || !size) return undefined;
    const drawIn = (room: Size) =>
      type.transform({
        formData,
        results,
        dataset,
        theme,
        ...room,
        selected,
        ownState,
        parts,
        failedParts,
        colorOf: colorsIn(
          theme,
          colors.chart(formData.slice_id ?? 0, {
            scheme: colorScheme || formData.color_scheme,
            forced: formData.label_colors,
          }),
        ),
        rampOf: (scheme) => rampOf(scheme, theme),
      });
    try {
      const needs = (drawing: Drawing) => roomOf(notesOn(unknown, drawing), size);
      const drawn = drawnBeside((room) => drawIn(besideNotes(size, room)), { needs, expected: noted.current });
      noted.current = needs(drawn);
      return drawn;
    } catch (cause) {
      return cause instanceof Error ? cause : new Error(String(cause));
    }
  }, [
    type,
    unknown,
    formData,
    results,
    parts,
    failedParts,
    dataset,
    theme,
    size,
    selected,
    ownState,
    colors,
    colorScheme,
  ]);
}
