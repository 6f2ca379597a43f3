import { Suspense, useEffect, useMemo, useRef } from "react";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { rampOf } from "../../chart-kit/colors/ramps.ts";
import { chartTheme } from "../../chart-kit/theme.ts";
import type { ChartTheme, Drawing, Selection } from "../../chart-types/chart-type.ts";
import { maybeChartType } from "../../chart-types/index.ts";
import { RENDERERS } from "../../chart-types/renderers.ts";
import { type ExtraFormData, mergeExtraFormData } from "../../model/data-mask.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";
import { useThemeMode } from "../theme.ts";
import { ChartBoundary } from "./ChartBoundary.tsx";
import { ChartProblem, type ProblemActions } from "./ChartProblem.tsx";
import { ChartSkeleton } from "./ChartSkeleton.tsx";
import { type ChartState, staleSince } from "./chart-state.ts";
import styles from "./chart-view.module.css";
import { StaleNote } from "./StaleNote.tsx";
import { useBoxSize } from "./use-box-size.ts";
import { useChartData } from "./use-chart-data.ts";

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
  /** What this chart currently filters others by. */
  selected?: Selection | null;
  onSelect?(selection: Selection | null, additive: boolean): void;
  onContextMenu?(at: { x: number; y: number }, selection: Selection | null): void;
  /** Shared by the charts of a dashboard so that a label has one colour. */
  colors?: LabelColors;
  /** A dashboard's scheme wins over the chart's. */
  colorScheme?: string;
  /** Form data that the query is built from when it is not `formData` (explore with live updates off). */
  queryFormData?: FormData;
  /** Nothing is asked until true. */
  visible?: boolean;
  /** A change asks again; with `force` past the cache. */
  refreshKey?: number;
  force?: boolean;
  onState?(state: ChartState): void;
}

export function ChartView(props: ChartViewProps) {
  const { formData, dataset, ownState, visible = true, onState } = props;
  const type = maybeChartType(formData.viz_type);
  const asked = useMerged(props.queryFormData ?? formData, props.extraFormData);
  const state = useChartData({
    type,
    formData: asked,
    ownState,
    enabled: visible,
    refreshKey: props.refreshKey ?? 0,
    force: props.force ?? false,
  });
  const notify = useRef(onState);
  notify.current = onState;
  useEffect(() => notify.current?.(state), [state]);

  const [box, size] = useBoxSize();
  const theme = chartTheme(useThemeMode());
  const drawing = useDrawing({ props, state, size, theme });
  const isBusy = state.status === "loading" || state.status === "waiting";
  const stale = staleSince(state);
  const isBehind = state.status === "failed" || state.status === "stopped" || state.status === "invalid";
  const hasPicture = drawing !== undefined && !(drawing instanceof Error) && !drawing.isEmpty;
  return (
    <div className={styles.frame} aria-busy={isBusy} data-status={state.status}>
      {stale !== undefined && state.error && <StaleNote since={stale} error={state.error} onRetry={props.onRetry} />}
      <div ref={box} className={styles.box}>
        {isBusy && state.status === "loading" && <div className={styles.progress} />}
        {hasPicture && size && !(isBehind && !state.results) && (
          <div className={isBusy || (isBehind && stale === undefined) ? styles.dimmed : styles.picture}>
            <ChartBoundary resetKey={drawing}>
              <Suspense fallback={<ChartSkeleton shape={type?.skeleton ?? "bars"} />}>
                <Picture view={props} drawing={drawing} size={size} theme={theme} />
              </Suspense>
            </ChartBoundary>
          </div>
        )}
        {!hasPicture && isBusy && (
          <ChartSkeleton shape={type?.skeleton ?? "bars"} startedAt={state.startedAt} stop={state.stop} />
        )}
        {stale === undefined && (
          <ChartProblem
            state={state}
            isUnknown={type === undefined}
            drawing={drawing}
            dataset={dataset}
            onClearFilters={props.onClearFilters}
            onRetry={props.onRetry}
            activeFilters={props.activeFilters}
            owners={props.owners}
          />
        )}
      </div>
    </div>
  );
}

interface PictureProps {
  view: ChartViewProps;
  drawing: Drawing;
  size: { width: number; height: number };
  theme: ChartTheme;
}

function Picture({ view, drawing, size, theme }: PictureProps) {
  const type = maybeChartType(view.formData.viz_type);
  const Renderer = type && RENDERERS[type.key];
  if (!Renderer) return null;
  return (
    <figure className={styles.figure} aria-label={drawing.summary}>
      <Renderer
        props={drawing.props}
        width={size.width}
        height={size.height}
        theme={theme}
        onSelect={view.onSelect}
        onContextMenu={view.onContextMenu}
        onOwnState={view.onOwnState}
      />
      {drawing.warning && <p className={styles.warning}>{drawing.warning}</p>}
    </figure>
  );
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

interface DrawingInput {
  props: ChartViewProps;
  state: ChartState;
  size: { width: number; height: number } | undefined;
  theme: ChartTheme;
}

/** The chart type's drawing of the last results; an Error when it could not draw them. */
function useDrawing({ props, state, size, theme }: DrawingInput): Drawing | Error | undefined {
  const { formData, dataset, selected, ownState, colorScheme } = props;
  const own = useMemo(() => new LabelColors(), []);
  const colors = props.colors ?? own;
  const { results } = state;
  return useMemo(() => {
    const type = maybeChartType(formData.viz_type);
    if (!type || !results || !size) return undefined;
    try {
      return type.transform({
        formData,
        results,
        dataset,
        theme,
        width: size.width,
        height: size.height,
        selected,
        ownState,
        colorOf: colors.chart(formData.slice_id ?? 0, {
          scheme: colorScheme || formData.color_scheme,
          forced: formData.label_colors,
        }),
        rampOf: (scheme) => rampOf(scheme, theme),
      });
    } catch (cause) {
      return cause instanceof Error ? cause : new Error(String(cause));
    }
  }, [formData, results, dataset, theme, size, selected, ownState, colors, colorScheme]);
}
