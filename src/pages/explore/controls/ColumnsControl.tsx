import { Button } from "antd";
import type { ControlState } from "../../../chart-seam/control.ts";
import { t } from "../../../i18n/translate.ts";
import type { QueryColumn } from "../../../model/adhoc.ts";
import { type Mark, markOf } from "../../../web/components/TypeMark.tsx";
import { columnOf, columnTitle, metricTitle, referencedName } from "../../../web/control-words/dataset-words.ts";
import { ColumnEditor } from "../editors/lazy.ts";
import { canonicalValue, toList } from "../state/form-values.ts";
import { moved, removed, replaced } from "../state/lists.ts";
import { type MetricItem, metricItem, metricNameIn } from "../state/roles.ts";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";
import { dropRules } from "./drop-rules.ts";
import { type Pick as Picked, PickList } from "./PickList.tsx";

export function ColumnsControl({
  control,
  value,
  onChange,
  state,
  id,
  label,
  problem,
  describedBy,
}: WidgetProps<"columns">) {
  const { dataset } = state;
  const columns = toList(value as QueryColumn | QueryColumn[] | null).map(fromItem);
  const emit = (next: readonly (QueryColumn | MetricItem)[]) => onChange(control.multi ? next : (next[0] ?? null));
  const picks = columns.map(
    (column, index): Picked => ({
      key: `${canonicalValue(column)}${index}`,
      mark: metricNameIn(column) ? "metric" : markOfChoice(column, dataset),
      text: metricTitleIn(column, dataset) ?? columnTitle(dataset, column),
      problem: missingProblem(column, dataset),
    }),
  );
  return (
    <>
      <PickList
        id={id}
        label={label}
        picks={picks}
        multi={control.multi}
        problem={problem}
        describedBy={describedBy}
        onRemove={(index) => emit(removed(columns, index))}
        onMove={(from, to) => emit(moved(columns, from, to))}
        {...dropRules(control, state, onChange)}
        renderEditor={(index, close) => {
          const column = index === undefined ? undefined : columns[index];
          const apply = (next: QueryColumn | MetricItem) => {
            emit(index === undefined ? [...columns, next] : replaced<QueryColumn | MetricItem>(columns, index, next));
            close();
          };
          const metrics = {
            chosen: column && metricNameIn(column),
            onApply: (name: string) => apply(metricItem(name)),
          };
          return (
            <ColumnEditor
              column={column}
              dataset={dataset}
              accepts={control.accepts}
              isSqlAllowed={control.sqlAllowed !== false}
              chosen={columns}
              {...(control.metricsAllowed ? { metrics } : {})}
              onCancel={close}
              onApply={apply}
            />
          );
        }}
      />
      {control.offersAll && columns.length === 0 ? <AllColumns dataset={dataset} onChoose={emit} /> : null}
    </>
  );
}

function AllColumns({ dataset, onChoose }: Pick<ControlState, "dataset"> & { onChoose(names: string[]): void }) {
  const names = (dataset?.columns ?? []).filter((one) => one.is_active !== false).map((one) => one.column_name);
  if (names.length === 0) return null;
  return (
    <Button type="link" size="small" className={styles.inline} onClick={() => onChoose(names)}>
      {t("{count, plural, one {Add the only column} other {Add all # columns}}", { count: names.length })}
    </Button>
  );
}

interface Item {
  item_type?: unknown;
  column_name?: unknown;
}

/** Legacy charts store columns as dataset panel items; metrics keep that form. */
function fromItem(choice: QueryColumn): QueryColumn {
  const { item_type, column_name } = choice as Item;
  return item_type !== undefined && typeof column_name === "string" ? column_name : choice;
}

function metricTitleIn(choice: QueryColumn, dataset: WidgetProps["state"]["dataset"]): string | undefined {
  const name = metricNameIn(choice);
  return name === undefined ? undefined : metricTitle(dataset, name);
}

function markOfChoice(column: QueryColumn, dataset: WidgetProps["state"]["dataset"]): Mark {
  const name = referencedName(column);
  const found = name === undefined ? undefined : columnOf(dataset, name);
  return found ? markOf(found) : "calculated";
}

function missingProblem(column: QueryColumn, dataset: WidgetProps["state"]["dataset"]): string | undefined {
  const name = referencedName(column);
  if (!dataset || name === undefined || columnOf(dataset, name)) return undefined;
  return t('Column "{name}" is not in this dataset', { name });
}
