import { useMemo, useState } from "react";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { FilterScalar } from "../../../model/adhoc.ts";
import { type FilterOption, keyOf, valuesOfKeys } from "../../../model/filter-options.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, splitPasted } from "../../../model/native-filter-query.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useDebounced } from "../../../web/client/clock.ts";
import { fieldId } from "../state/open-filters.ts";
import { FieldMessage } from "./FieldMessage.tsx";
import styles from "./FilterBar.module.css";
import { ListField } from "./ListField.tsx";
import { useFilterOptions } from "./use-options.ts";
import { useValues } from "./use-values.ts";

const ValueSelect = lazyComponent(async () => (await import("./ValueSelect.tsx")).ValueSelect);
const PartialText = lazyComponent(async () => (await import("./PartialText.tsx")).PartialText);

export function SelectFilter({ filter }: { filter: NativeFilter }) {
  const { operator } = filterControls(filter);
  return operator === "exact" ? (
    <ValueList filter={filter} />
  ) : (
    <PartialText filter={filter} fallback={<div className={styles.blank} />} />
  );
}

function ValueList({ filter }: { filter: NativeFilter }) {
  const controls = filterControls(filter);
  const { values, choose, isExcluding } = useValues(filter);
  const [search, setSearch] = useState("");
  const [hasFocused, setHasFocused] = useState(false);
  const { found, isSearched } = useSearched(filter, { search, hasFocused });
  const { creatable } = controls;
  const list = useMemo(
    () => withTyped({ options: found.options, values, search, isCreatable: creatable }),
    [found.options, values, search, creatable],
  );
  const pick = (keys: readonly string[], offered: readonly FilterOption[] = []) =>
    choose(valuesOfKeys(keys, [...offered, ...list], found.isNumeric));
  const keys = values.map(keyOf);
  const placeholder = placeholderOf(controls.isRequired, found.waitsFor);
  if (isShort(found.options, controls.multiSelect) && !isSearched && !found.isTruncated) {
    return <ShortValues filter={filter} options={found.options} keys={keys} onPick={pick} />;
  }
  return (
    <>
      {controls.inverseSelection ? (
        <button type="button" className={styles.inverse} onClick={() => choose(values, !isExcluding)}>
          {isExcluding ? t("is not") : t("is")}
        </button>
      ) : null}
      <ListField
        id={fieldId(filter.id)}
        placeholder={placeholder}
        disabled={found.waitsFor.length > 0}
        isPlain={keys.length === 0 && !found.error}
        prefetch={() => {
          setHasFocused(true);
          return ValueSelect.prefetch();
        }}
      >
        {(start) => (
          <ValueSelect
            {...{ filter, found, list, keys, placeholder, search }}
            {...start}
            onSearch={setSearch}
            onPick={pick}
          />
        )}
      </ListField>
      <FieldMessage error={found.error} onRetry={found.retry} />
    </>
  );
}

function useSearched(filter: NativeFilter, { search, hasFocused }: { search: string; hasFocused: boolean }) {
  const [isServerSearch, setServerSearch] = useState(filterControls(filter).searchAllOptions);
  const debounced = useDebounced(isServerSearch ? search : "");
  const found = useFilterOptions(filter, debounced, hasFocused);
  if (found.isTruncated && !isServerSearch) setServerSearch(true);
  // After a search is cleared its results stay for a moment; few results then must not turn into buttons.
  return { found, isSearched: search !== "" || debounced !== "" };
}

function placeholderOf(isRequired: boolean, waitsFor: readonly string[]): string {
  if (waitsFor.length > 0) return t("Choose {filters} first", { filters: list(waitsFor, "commas") });
  return isRequired ? t("Choose a value") : t("All values");
}

export function isShort(options: readonly FilterOption[], isMultiple: boolean): boolean {
  const fits = options.length > 1 && options.length <= 7;
  return isMultiple && fits && options.reduce((length, option) => length + option.label.length + 2, 0) <= 36;
}

interface Typed {
  options: readonly FilterOption[];
  values: readonly FilterScalar[];
  search: string;
  isCreatable: boolean;
}

function withTyped({ options, values, search, isCreatable }: Typed): FilterOption[] {
  const known = new Set(options.map((option) => option.key));
  const missing = values
    .filter((value) => !known.has(keyOf(value)))
    .map((value) => ({ key: keyOf(value), value, label: keyOf(value), count: 0 }));
  const typed = search.trim();
  const isNew = isCreatable && typed !== "" && !known.has(typed) && !missing.some((option) => option.key === typed);
  const own = isNew && splitPasted(typed).length === 1 ? [{ key: typed, value: typed, label: typed, count: 0 }] : [];
  return [...options, ...missing, ...own];
}

interface ShortValuesProps {
  filter: NativeFilter;
  options: readonly FilterOption[];
  keys: readonly string[];
  onPick(keys: readonly string[]): void;
}

function ShortValues({ filter, options, keys, onPick }: ShortValuesProps) {
  const toggle = (key: string) => {
    const next = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
    if (next.length === 0 && filterControls(filter).isRequired) return;
    onPick(next);
  };
  return (
    <fieldset className={styles.short} id={fieldId(filter.id)} tabIndex={-1}>
      <legend className="visually-hidden">{filter.name}</legend>
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          aria-pressed={keys.includes(option.key)}
          title={t("{value}: {count, plural, one {# row} other {# rows}}", {
            value: option.label,
            count: option.count,
          })}
          onClick={() => toggle(option.key)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
