import { Tooltip } from "antd";
import { CircleAlert, Info } from "lucide-react";
import { type ComponentType, memo, useId } from "react";
import type { Control, Widget } from "../../../chart-seam/control.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { controlHelp, controlLabel } from "../../../web/control-words/control-words.ts";
import { RadioControl, SelectControl } from "../controls/ChoiceControls.tsx";
import { ColorSchemeControl } from "../controls/ColorSchemeControl.tsx";
import { ColumnsControl } from "../controls/ColumnsControl.tsx";
import { FiltersControl } from "../controls/FiltersControl.tsx";
import { CurrencyControl, NumberFormatControl, TimeFormatControl } from "../controls/FormatControls.tsx";
import { MetricsControl } from "../controls/MetricsControl.tsx";
import { OrderByControl, XAxisSortControl } from "../controls/SortControls.tsx";
import { CheckboxControl, TextAreaControl, TextControl } from "../controls/TextControls.tsx";
import { TimeGrainControl, TimeRangeControl } from "../controls/TimeControls.tsx";
import type { ControlFieldProps, RenderField, WidgetProps } from "../state/widget.ts";
import styles from "./panel.module.css";

const lazyWidget = <W extends Widget>(
  pick: (all: typeof import("../map-controls/lazy-widgets.ts")) => ComponentType<WidgetProps<W>>,
) => lazyComponent<WidgetProps<W>>(async () => pick(await import("../map-controls/lazy-widgets.ts")));

const lazyNumberWidget = <W extends Widget>(
  pick: (all: typeof import("../controls/NumberControls.tsx")) => ComponentType<WidgetProps<W>>,
) =>
  lazyComponent<WidgetProps<W>>(
    async () => pick(await import("../controls/NumberControls.tsx")),
    <div className={styles.coming} />,
  );

const WIDGETS: { readonly [W in Widget]: ComponentType<WidgetProps<W>> } = {
  "annotation-layers": lazyWidget((all) => all.AnnotationControl),
  metrics: MetricsControl,
  columns: ColumnsControl,
  filters: FiltersControl,
  "time-range": TimeRangeControl,
  select: SelectControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  slider: lazyNumberWidget((all) => all.SliderControl),
  text: TextControl,
  number: lazyNumberWidget((all) => all.NumberControl),
  textarea: TextAreaControl,
  color: lazyWidget((all) => all.ColorControl),
  "color-scheme": ColorSchemeControl,
  bounds: lazyNumberWidget((all) => all.BoundsControl),
  "number-format": NumberFormatControl,
  "time-format": TimeFormatControl,
  currency: CurrencyControl,
  "column-config": lazyComponent<WidgetProps<"column-config">>(
    async () => (await import("../collections/ColumnConfigControl.tsx")).ColumnConfigControl,
  ),
  "conditional-formatting": lazyComponent<WidgetProps<"conditional-formatting">>(
    async () => (await import("../collections/ConditionalControl.tsx")).ConditionalControl,
  ),
  "x-axis-sort": XAxisSortControl,
  "order-by": OrderByControl,
  spatial: lazyWidget((all) => all.SpatialControl),
  viewport: lazyWidget((all) => all.ViewportControl),
  "fixed-or-metric": lazyWidget((all) => all.FixedOrMetricControl),
  "chart-size": lazyWidget((all) => all.ChartSizeControl),
  charts: lazyWidget((all) => all.ChartsControl),
  "matrix-dimension": lazyWidget((all) => all.MatrixDimension),
  contours: lazyWidget((all) => all.ContoursControl),
  collection: lazyWidget((all) => all.CollectionControl),
  "time-offset": lazyWidget((all) => all.TimeOffsetControl),
  "comparison-range": lazyWidget((all) => all.ComparisonRange),
};

export const WIDGET_KINDS = Object.keys(WIDGETS) as readonly Widget[];

const renderField: RenderField = (props) => <ControlField key={props.control.name} {...props} />;

export const ControlField = memo(function ControlField(props: ControlFieldProps) {
  const { control, state, problem, onChange, isImmediate } = props;
  const id = useId();
  const label = controlLabel(control, state);
  const help = controlHelp(control);
  const Component = componentOf(control);
  const stored = state.formData[control.name];
  return (
    <div className={styles.control} data-widget={control.widget} data-name={control.name}>
      {control.widget === "checkbox" ? null : <ControlLabel id={id} label={label} control={control} />}
      <Component
        control={control}
        value={stored === undefined ? control.default : stored}
        onChange={(value) => onChange(control.name, value)}
        state={state}
        id={id}
        label={label}
        problem={problem}
        describedBy={problem ? `${id}-problem` : undefined}
        isImmediate={isImmediate}
        renderField={renderField}
      />
      {control.widget === "checkbox" && help ? <Hint text={help} /> : null}
      {problem ? (
        <p className={styles.problem} id={`${id}-problem`}>
          <CircleAlert size={12} aria-hidden /> {problem}
        </p>
      ) : null}
    </div>
  );
});

function componentOf(control: Control): ComponentType<WidgetProps> {
  if (control.widget === "select" && control.name === "time_grain_sqla") {
    return TimeGrainControl as ComponentType<WidgetProps>;
  }
  return WIDGETS[control.widget] as ComponentType<WidgetProps>;
}

/** Group widgets set their own accessible name: a label can only point at a field. */
const GROUPS = new Set<Widget>([
  "annotation-layers",
  "metrics",
  "columns",
  "filters",
  "radio",
  "color",
  "column-config",
  "conditional-formatting",
  "slider",
  "chart-size",
  "spatial",
  "fixed-or-metric",
  "matrix-dimension",
  "contours",
  "collection",
]);

function ControlLabel({ id, label, control }: { id: string; label: string; control: Control }) {
  const help = controlHelp(control);
  const isGroup = GROUPS.has(control.widget) || control.name === "time_grain_sqla";
  return (
    <div className={styles.labelRow}>
      {isGroup ? (
        <span className={styles.label}>{label}</span>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {help ? <Hint text={help} /> : null}
    </div>
  );
}

function Hint({ text }: { text: string }) {
  return (
    <Tooltip title={text} trigger={["hover", "focus"]}>
      <button type="button" className={styles.hint} aria-label={text}>
        <Info size={12} />
      </button>
    </Tooltip>
  );
}
