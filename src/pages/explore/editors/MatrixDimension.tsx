import { useId } from "react";
import { simpleFilter } from "../../../features/adhoc/adhoc.ts";
import { ColumnSelect } from "../../../features/adhoc/ColumnSelect.tsx";
import styles from "../../../features/adhoc/editors.module.css";
import { FilterValue } from "../../../features/adhoc/FilterValue.tsx";
import { t } from "../../../i18n/translate.ts";
import { readDimension } from "../../../model/matrix.ts";
import { toList } from "../state/form-values.ts";
import type { WidgetProps } from "../state/widget.ts";

export function MatrixDimension(props: WidgetProps<"matrix-dimension">) {
  const { control, value, onChange, state, id, label, describedBy } = props;
  const { dimension, values } = readDimension(value);
  const { dataset } = state;
  const column = useId();
  const members = useId();
  const choose = (name: string) => onChange({ dimension: name, values: name === dimension ? values : [] });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box
    <div id={id} role="group" aria-label={label} aria-describedby={describedBy} className={styles.parts}>
      <label className="visually-hidden" htmlFor={column}>
        {t("{control}: column", { control: label })}
      </label>
      <ColumnSelect id={column} dataset={dataset} value={dimension || undefined} onChange={choose} />
      {dimension && control.picksValues(state) ? (
        <>
          <label className="visually-hidden" htmlFor={members}>
            {t("{control}: values", { control: label })}
          </label>
          <FilterValue
            id={members}
            filter={simpleFilter(dimension, "IN", values)}
            dataset={dataset}
            onChange={(next) => onChange({ dimension, values: toList(next) })}
          />
        </>
      ) : null}
    </div>
  );
}
