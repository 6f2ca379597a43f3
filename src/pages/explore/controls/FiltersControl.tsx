import { Button } from "antd";
import type { ControlState } from "../../../chart-seam/control.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { loadedChartType } from "../../../chart-types/index.ts";
import { filterProblem, simpleFilter } from "../../../features/adhoc/adhoc.ts";
import { rich } from "../../../i18n/rich.tsx";
import type { AdhocFilter } from "../../../model/adhoc.ts";
import { columnKind } from "../../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import { type Mark, markOf } from "../../../web/components/TypeMark.tsx";
import { columnOf } from "../../../web/control-words/dataset-words.ts";
import { filterWords } from "../../../web/control-words/filter-words.ts";
import { NO_FILTER, timeRangeText } from "../../../web/control-words/time-range.ts";
import { FilterEditor } from "../editors/lazy.ts";
import { timeColumn } from "../state/columns.ts";
import { toList } from "../state/form-values.ts";
import { moved, removed, replaced } from "../state/lists.ts";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";
import { dropRules } from "./drop-rules.ts";
import { type Pick, PickList } from "./PickList.tsx";

export function FiltersControl({
  control,
  value,
  onChange,
  state,
  id,
  label,
  problem,
  describedBy,
}: WidgetProps<"filters">) {
  const { dataset } = state;
  const filters = toList(value as AdhocFilter[] | null);
  return (
    <>
      <PickList
        id={id}
        label={label}
        picks={filters.map((filter, index) => pickOf(filter, index, dataset))}
        multi
        alwaysOpen
        problem={problem}
        describedBy={describedBy}
        onRemove={(index) => onChange(removed(filters, index))}
        onMove={(from, to) => onChange(moved(filters, from, to))}
        {...dropRules(control, state, onChange)}
        renderEditor={(index, close) => (
          <FilterEditor
            filter={index === undefined ? undefined : filters[index]}
            dataset={dataset}
            onCancel={close}
            onApply={(filter) => {
              onChange(index === undefined ? [...filters, filter] : replaced(filters, index, filter));
              close();
            }}
          />
        )}
      />
      <MissingTimeFilter filters={filters} state={state} onAdd={(filter) => onChange([...filters, filter])} />
    </>
  );
}

function pickOf(filter: AdhocFilter, index: number, dataset: Dataset | undefined): Pick {
  const { subject, words, value } = filterWords(filter, dataset);
  const isRange = filter.operator === "TEMPORAL_RANGE";
  const shown = isRange ? timeRangeText(value) : value;
  return {
    key: filter.filterOptionName ?? `${subject}${words}${value}${index}`,
    mark: markOfFilter(filter, dataset),
    text: [subject, words, shown].filter(Boolean).join(" "),
    content: (
      <>
        {subject ? <span className={styles.quiet}>{subject} </span> : null}
        {words ? `${words} ` : null}
        <b className={styles.strong}>{shown}</b>
      </>
    ),
    problem: filterProblem(filter),
  };
}

function markOfFilter(filter: AdhocFilter, dataset: Dataset | undefined): Mark {
  const column = filter.subject ? columnOf(dataset, filter.subject) : undefined;
  return column ? markOf(column) : "calculated";
}

interface MissingTimeFilterProps {
  filters: readonly AdhocFilter[];
  state: ControlState;
  onAdd(filter: AdhocFilter): void;
}

function MissingTimeFilter({ filters, state, onAdd }: MissingTimeFilterProps) {
  const column = columnWithoutTimeFilter(filters, state);
  if (!column) return null;
  return (
    <p className={styles.sample} role="status">
      {rich("Dashboard time ranges don't apply to this chart. <add>Add a time range filter on {column}</add>", {
        column: column.verbose_name || column.column_name,
        add: (text) => (
          <Button
            type="link"
            size="small"
            className={styles.inline}
            onClick={() => onAdd(simpleFilter(column.column_name, "TEMPORAL_RANGE", NO_FILTER))}
          >
            {text}
          </Button>
        ),
      })}
    </p>
  );
}

/**
 * The temporal x-axis if it has no filter; without an x-axis, the dataset's main time column if no time column has
 * one.
 */
function columnWithoutTimeFilter(
  filters: readonly AdhocFilter[],
  { formData, dataset }: ControlState,
): DatasetColumn | undefined {
  if (!dataset || hasTimeRangeControl(formData)) return undefined;
  const ranges = filters.filter(({ operator }) => operator === "TEMPORAL_RANGE");
  const axis = typeof formData.x_axis === "string" ? columnOf(dataset, formData.x_axis) : undefined;
  if (axis && columnKind(axis) === "temporal") {
    return ranges.some(({ subject }) => subject === axis.column_name) ? undefined : axis;
  }
  return ranges.length === 0 ? timeColumn(dataset) : undefined;
}

function hasTimeRangeControl({ viz_type }: ControlState["formData"]): boolean {
  const sections = loadedChartType(String(viz_type))?.sections ?? [];
  return controlsOf(sections).some(({ name }) => name === "time_range");
}
