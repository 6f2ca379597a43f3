import { filterProblem } from "../../../features/adhoc/adhoc.ts";
import type { AdhocFilter } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { type Mark, markOf } from "../../../web/components/TypeMark.tsx";
import { columnOf } from "../../../web/control-words/dataset-words.ts";
import { filterWords } from "../../../web/control-words/filter-words.ts";
import { timeRangeWords } from "../../../web/control-words/time-range.ts";
import { FilterEditor } from "../editors/lazy.ts";
import { toList } from "../state/form-values.ts";
import { moved, removed, replaced } from "../state/lists.ts";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";
import { dropRules } from "./drop-rules.ts";
import { type Pick, PickList } from "./PickList.tsx";
import { UnreachedTime } from "./UnreachedTime.tsx";

/** Filters in words; every one must hold. */
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
      <UnreachedTime filters={filters} state={state} onAdd={(filter) => onChange([...filters, filter])} />
    </>
  );
}

function pickOf(filter: AdhocFilter, index: number, dataset: Dataset | undefined): Pick {
  const { subject, words, value } = filterWords(filter, dataset);
  const isRange = filter.operator === "TEMPORAL_RANGE";
  const shown = isRange ? timeRangeWords(value) : value;
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
