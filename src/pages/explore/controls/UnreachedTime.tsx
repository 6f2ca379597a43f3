import { Button } from "antd";
import type { ControlState } from "../../../chart-seam/control.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { loadedChartType } from "../../../chart-types/index.ts";
import { simpleFilter } from "../../../features/adhoc/adhoc.ts";
import type { AdhocFilter } from "../../../model/adhoc.ts";
import { columnKind } from "../../../model/column-kind.ts";
import type { DatasetColumn } from "../../../model/dataset.ts";
import { columnOf } from "../../../web/control-words/dataset-words.ts";
import { timeColumn } from "../state/columns.ts";
import styles from "./controls.module.css";

interface UnreachedTimeProps {
  filters: readonly AdhocFilter[];
  state: ControlState;
  onAdd(filter: AdhocFilter): void;
}

/** Without a time range filter, time ranges of dashboards do not reach a chart: says so, and offers one. */
export function UnreachedTime({ filters, state, onAdd }: UnreachedTimeProps) {
  const column = unreached(filters, state);
  if (!column) return null;
  const name = column.verbose_name || column.column_name;
  return (
    <p className={styles.sample} role="status">
      Time ranges of dashboards do not reach this chart.{" "}
      <Button
        type="link"
        size="small"
        className={styles.inline}
        onClick={() => onAdd(simpleFilter(column.column_name, "TEMPORAL_RANGE", "No filter"))}
      >
        Add a time range of {name}
      </Button>
    </p>
  );
}

/** The time axis that no filter is on; of charts without one the dataset's time, when no filter is on any time. */
function unreached(filters: readonly AdhocFilter[], { formData, dataset }: ControlState): DatasetColumn | undefined {
  if (!dataset || hasTimeOfItsOwn(formData)) return undefined;
  const ranges = filters.filter(({ operator }) => operator === "TEMPORAL_RANGE");
  const axis = typeof formData.x_axis === "string" ? columnOf(dataset, formData.x_axis) : undefined;
  if (axis && columnKind(axis) === "temporal") {
    return ranges.some(({ subject }) => subject === axis.column_name) ? undefined : axis;
  }
  return ranges.length === 0 ? timeColumn(dataset) : undefined;
}

/** Types whose time column and range are controls of their own. */
function hasTimeOfItsOwn({ viz_type }: ControlState["formData"]): boolean {
  const sections = loadedChartType(String(viz_type))?.sections ?? [];
  return controlsOf(sections).some(({ name }) => name === "time_range");
}
