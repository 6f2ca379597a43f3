import { Button, Input, Select } from "antd";
import { useMemo, useState } from "react";
import type { FilterScalar } from "../../../model/adhoc.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, maskValues, selectMask, splitPasted } from "../../../model/native-filter-query.ts";
import { useDebounced } from "../../../web/clock.ts";
import { useView, useViewActions } from "../state/context.ts";
import { FieldMessage } from "./FieldMessage.tsx";
import styles from "./FilterBar.module.css";
import { fieldId } from "./open-filters.ts";
import { ShortValues } from "./ShortValues.tsx";
import { type FilterOption, type FilterOptions, keyOf, useFilterOptions, valuesOfKeys } from "./use-options.ts";

/** A value filter: a searching list, a few buttons when the values are few and short, or a text for partial matches. */
export function SelectFilter({ filter }: { filter: NativeFilter }) {
  const { operator } = filterControls(filter);
  return operator === "exact" ? <ValueList filter={filter} /> : <PartialText filter={filter} />;
}

function useValues(filter: NativeFilter) {
  const mask = useView((view) => view.chosen[filter.id]);
  const actions = useViewActions();
  const values = useMemo(() => maskValues(mask), [mask]);
  const isExcluding = mask?.filterState?.excludeFilterValues ?? filterControls(filter).inverseSelection;
  const choose = (next: readonly FilterScalar[], exclude = isExcluding) =>
    actions().choose(filter.id, selectMask(filter, next, exclude));
  return { values, choose, isExcluding };
}

function ValueList({ filter }: { filter: NativeFilter }) {
  const controls = filterControls(filter);
  const { values, choose, isExcluding } = useValues(filter);
  const [search, setSearch] = useState("");
  const found = useSearched(filter, search);
  const { creatable } = controls;
  const list = useMemo(
    () => withTyped({ options: found.options, values, search, isCreatable: creatable }),
    [found.options, values, search, creatable],
  );
  const pick = (keys: readonly string[]) => choose(valuesOfKeys(keys, list, found.isNumeric));
  const keys = values.map(keyOf);
  if (isShort(found.options, controls.multiSelect) && !search && !found.isCut) {
    return <ShortValues filter={filter} options={found.options} keys={keys} onPick={pick} />;
  }
  return (
    <>
      {controls.inverseSelection ? (
        <button type="button" className={styles.inverse} onClick={() => choose(values, !isExcluding)}>
          {isExcluding ? "is not" : "is"}
        </button>
      ) : null}
      <ValueSelect
        filter={filter}
        found={found}
        list={list}
        keys={keys}
        search={search}
        onSearch={setSearch}
        onPick={pick}
      />
      <FieldMessage error={found.error} onRetry={found.retry} />
    </>
  );
}

/** The options under a search: found here while all are loaded, asked for when there are more. */
function useSearched(filter: NativeFilter, search: string) {
  const [asksServer, setAsksServer] = useState(filterControls(filter).searchAllOptions);
  const rested = useDebounced(asksServer ? search : "");
  const found = useFilterOptions(filter, rested);
  if (found.isCut && !asksServer) setAsksServer(true);
  return found;
}

interface ValueSelectProps {
  filter: NativeFilter;
  found: FilterOptions;
  list: readonly FilterOption[];
  keys: readonly string[];
  search: string;
  onSearch(text: string): void;
  onPick(keys: readonly string[]): void;
}

function ValueSelect({ filter, found, list, keys, search, onSearch, onPick }: ValueSelectProps) {
  const { multiSelect, isRequired } = filterControls(filter);
  return (
    <Select
      id={fieldId(filter.id)}
      className={styles.select}
      mode={multiSelect ? "multiple" : undefined}
      value={multiSelect ? keys : keys[0]}
      options={list.map((option) => ({ value: option.key, label: option.label, count: option.count }))}
      optionRender={(option) => <Option label={String(option.label)} count={Number(option.data.count ?? 0)} />}
      onChange={(next: readonly string[] | string | undefined) => onPick(next === undefined ? [] : [next].flat())}
      showSearch={{
        searchValue: search,
        onSearch,
        filterOption: matchesLabel,
      }}
      tokenSeparators={[",", "\r\n", "\n", "\t", ";"]}
      allowClear={!isRequired}
      loading={found.isLoading}
      disabled={found.waitsFor.length > 0}
      maxTagCount={4}
      status={found.error ? "warning" : undefined}
      placeholder={placeholderOf(isRequired, found.waitsFor)}
      notFoundContent={<span className={styles.none}>{search ? `No values with “${search}”` : "No values"}</span>}
      popupMatchSelectWidth={240}
      popupRender={(menu) => (
        <>
          {menu}
          {multiSelect ? <SelectAll list={found.options} keys={keys} search={search} onPick={onPick} /> : null}
        </>
      )}
    />
  );
}

function matchesLabel(search: string, option: { label?: unknown } | undefined): boolean {
  return String(option?.label ?? "")
    .toLowerCase()
    .includes(search.trim().toLowerCase());
}

function placeholderOf(isRequired: boolean, waitsFor: readonly string[]): string {
  if (waitsFor.length > 0) return `Waits for ${waitsFor.join(", ")}`;
  return isRequired ? "Choose a value" : "All values";
}

/** A handful of short values are quicker as buttons. */
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

/** Chosen values stay in the list while a search hides them; text that is no option can be taken as it is. */
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

function Option({ label, count }: { label: string; count: number }) {
  return (
    <span className={styles.option}>
      <span>{label}</span>
      {count > 0 ? <small>{count.toLocaleString("en-US")}</small> : null}
    </span>
  );
}

interface SelectAllProps {
  list: readonly FilterOption[];
  keys: readonly string[];
  search: string;
  onPick(keys: readonly string[]): void;
}

function SelectAll({ list, keys, search, onPick }: SelectAllProps) {
  const text = search.trim().toLowerCase();
  const matching = list.filter((option) => option.label.toLowerCase().includes(text)).map((option) => option.key);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the list open while its buttons are pressed
    <div className={styles.selectAll} onMouseDown={(event) => event.preventDefault()}>
      <Button size="small" type="text" onClick={() => onPick([...new Set([...keys, ...matching])])}>
        Select all ({matching.length.toLocaleString("en-US")})
      </Button>
      <Button size="small" type="text" disabled={keys.length === 0} onClick={() => onPick([])}>
        Clear
      </Button>
    </div>
  );
}

const PARTIAL_WORDS: Readonly<Record<string, string>> = {
  ilike_contains: "Contains…",
  ilike_starts_with: "Starts with…",
  ilike_ends_with: "Ends with…",
};

/** Matches part of the text; takes effect on Enter or when the field is left. */
function PartialText({ filter }: { filter: NativeFilter }) {
  const { values, choose } = useValues(filter);
  const current = values[0] === undefined ? "" : String(values[0]);
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft.trim() !== current) choose(draft.trim() === "" ? [] : [draft.trim()]);
    setDraft(null);
  };
  return (
    <Input
      id={fieldId(filter.id)}
      value={draft ?? current}
      placeholder={PARTIAL_WORDS[filterControls(filter).operator]}
      allowClear
      onChange={(event) => (event.type === "click" ? choose([]) : setDraft(event.target.value))}
      onBlur={commit}
      onPressEnter={commit}
    />
  );
}
