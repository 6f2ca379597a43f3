import type { FilterOption } from "../../../model/filter-options.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls } from "../../../model/native-filter-query.ts";
import { fieldId } from "../state/open-filters.ts";
import styles from "./FilterBar.module.css";

interface ShortValuesProps {
  filter: NativeFilter;
  options: readonly FilterOption[];
  keys: readonly string[];
  onPick(keys: readonly string[]): void;
}

/** All values as toggles in one line. None chosen means all of them, and shows so. */
export function ShortValues({ filter, options, keys, onPick }: ShortValuesProps) {
  const isAll = keys.length === 0;
  const toggle = (key: string) => {
    const next = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
    if (next.length === 0 && filterControls(filter).isRequired) return;
    onPick(next.length === options.length ? [] : next);
  };
  return (
    <fieldset className={styles.short} id={fieldId(filter.id)} tabIndex={-1}>
      <legend className="visually-hidden">{filter.name}</legend>
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          aria-pressed={isAll || keys.includes(option.key)}
          title={`${option.label}: ${option.count.toLocaleString("en-US")} rows`}
          onClick={() => toggle(option.key)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
