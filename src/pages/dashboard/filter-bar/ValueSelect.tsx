import { Button, Select } from "antd";
import { type ClipboardEvent, useLayoutEffect, useMemo, useRef } from "react";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { FilterOption } from "../../../model/filter-options.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, splitPasted } from "../../../model/native-filter-query.ts";
import { useSteadyOptions } from "../../../web/client/use-steady-options.ts";
import { useView } from "../state/context.ts";
import { fieldId } from "../state/open-filters.ts";
import styles from "./FilterBar.module.css";
import type { TypedStart } from "./ListField.tsx";
import type { FilterOptions } from "./use-options.ts";

export interface ValueSelectProps extends TypedStart {
  filter: NativeFilter;
  found: FilterOptions;
  list: readonly FilterOption[];
  placeholder: string;
  keys: readonly string[];
  search: string;
  onSearch(text: string): void;
  /** `offered`: the options shown when picked, which may differ from the current list. */
  onPick(keys: readonly string[], offered?: readonly FilterOption[]): void;
}

export function ValueSelect(props: ValueSelectProps) {
  const { filter, found, list, keys, placeholder, search, onSearch, onPick, typed, ...start } = props;
  const { multiSelect, isRequired, creatable } = filterControls(filter);
  const searchTyped = useRef(() => typed && onSearch(typed));
  useLayoutEffect(() => void searchTyped.current(), []);
  const isAcross = useView(({ dashboard }) => dashboard.metadata.filter_bar_orientation) === "HORIZONTAL";
  const text = search.trim().toLowerCase();
  const matching = useMemo(() => list.filter(({ label }) => label.toLowerCase().includes(text)), [list, text]);
  const { list: offered, steady, rest } = useSteadyOptions(matching, text);
  const pick = (next: readonly string[]) => {
    onSearch("");
    onPick(next, offered);
  };
  const isTyped = (key: string) =>
    key === search.trim() && !keys.includes(key) && !found.options.some((option) => option.key === key);
  /** Own handler, because antd's would accept only values that are already loaded. */
  const paste = (event: ClipboardEvent) => {
    const parts = splitPasted(event.clipboardData.getData("text"));
    if (!multiSelect || parts.length < 2) return;
    event.preventDefault();
    const byLabel = new Map(found.options.map((option) => [option.label, option.key]));
    const pasted = parts.flatMap((part) => byLabel.get(part) ?? (creatable ? part : []));
    pick([...new Set([...keys, ...pasted])]);
  };
  return (
    <div onPaste={paste}>
      <Select
        id={fieldId(filter.id)}
        className={styles.select}
        mode={multiSelect ? "multiple" : undefined}
        value={multiSelect ? keys : keys[0]}
        options={offered.map((option) => ({ value: option.key, label: option.label, count: option.count }))}
        optionRender={(option) => (
          <Option
            label={isTyped(String(option.value)) ? typedText(search, offered.length) : String(option.label)}
            count={Number(option.data.count ?? 0)}
          />
        )}
        onChange={(next: readonly string[] | string | undefined) => pick(next === undefined ? [] : [next].flat())}
        showSearch={{
          searchValue: search,
          onSearch,
          filterOption: false,
        }}
        {...steady}
        // A multi-select keeps its search text after closing, and the next search would continue it.
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          onSearch("");
          rest();
        }}
        tokenSeparators={[",", "\r\n", "\n", "\t", ";"]}
        allowClear={!isRequired}
        loading={found.isLoading}
        disabled={found.waitsFor.length > 0}
        // A second line of values would move the charts.
        maxTagCount={isAcross ? "responsive" : 4}
        status={found.error ? "warning" : undefined}
        placeholder={placeholder}
        {...start}
        notFoundContent={
          <span className={styles.none}>
            {search ? t("No values match “{text}”", { text: search }) : t("No values")}
          </span>
        }
        popupMatchSelectWidth={240}
        popupRender={(menu) => (
          <>
            {menu}
            {multiSelect ? <SelectAll list={found.options} keys={keys} search={search} onPick={onPick} /> : null}
          </>
        )}
      />
    </div>
  );
}

/** Label of the option that takes the search text as value. */
function typedText(search: string, offered: number): string {
  const text = search.trim();
  return offered === 1 ? t("No matches. Use “{text}” anyway", { text }) : t("Use “{text}”", { text });
}

function Option({ label, count }: { label: string; count: number }) {
  return (
    <span className={styles.option}>
      <span>{label}</span>
      {count > 0 ? <small>{number(count)}</small> : null}
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
      <Button
        size="small"
        type="text"
        disabled={matching.length === 0}
        onClick={() => onPick([...new Set([...keys, ...matching])])}
      >
        {t("Select all ({count, number})", { count: matching.length })}
      </Button>
      <Button size="small" type="text" disabled={keys.length === 0} onClick={() => onPick([])}>
        {t("Clear")}
      </Button>
    </div>
  );
}
