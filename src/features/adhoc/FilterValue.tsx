import { Select } from "antd";
import { type ClipboardEvent, useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { AdhocFilter, FilterScalar } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { LIMITS } from "../../model/query-context.ts";
import { useDebounced } from "../../web/client/clock.ts";
import type { Fetched } from "../../web/client/use-fetched.ts";
import { useSteadyOptions } from "../../web/client/use-steady-options.ts";
import { valueText } from "../../web/control-words/filter-words.ts";
import { isListOperator, kindOf } from "./adhoc.ts";
import styles from "./editors.module.css";
import { splitPasted, toScalar } from "./paste.ts";
import { useColumnValues } from "./use-column-values.ts";

interface FilterValueProps {
  id: string;
  label?: string;
  filter: AdhocFilter;
  dataset: Dataset | undefined;
  onChange(value: AdhocFilter["comparator"]): void;
}

const NULL_KEY = "\u0000null";
const MAX_VALUES = 200;

export function FilterValue({ id, label, filter, dataset, onChange }: FilterValueProps) {
  const [search, setSearch] = useState("");
  const { choices, chosen, isMany, kind, values } = useValueOptions(filter, dataset, search);
  const { list, steady, rest } = useSteadyOptions(choices, search.trim());
  const byKey = new Map([...choices, ...list].map((one) => [one.key, one.value]));
  const emit = (next: readonly FilterScalar[]) => onChange(isMany ? [...next] : (next[0] ?? null));
  const handlePaste = (event: ClipboardEvent) => {
    const parts = splitPasted(event.clipboardData.getData("text"));
    if (parts.length < 2 || !isMany) return;
    event.preventDefault();
    const pasted = parts.map((part) => toScalar(part, kind));
    emit([...new Set([...chosen, ...pasted])]);
  };
  const [first] = chosen.map(keyOf);
  return (
    <div onPaste={handlePaste}>
      <Select<string | string[]>
        id={id}
        aria-label={label}
        mode={isMany ? "multiple" : undefined}
        className={styles.wide}
        showSearch={{ onSearch: setSearch, filterOption: false, searchValue: search }}
        allowClear
        loading={values.isLoading}
        maxTagCount={6}
        listHeight={160}
        value={isMany ? chosen.map(keyOf) : first}
        placeholder={isMany ? t("Choose, type or paste values") : t("Choose or type a value")}
        notFoundContent={emptyText(values)}
        options={list.map(({ key, value }) => ({ value: key, label: valueText(value) }))}
        {...steady}
        // A multi-select keeps its search text when it closes, and the next search would continue it.
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          setSearch("");
          rest();
        }}
        onChange={(next) => {
          setSearch("");
          emit([next ?? []].flat().map((key) => (byKey.has(key) ? (byKey.get(key) ?? null) : toScalar(key, kind))));
        }}
      />
    </div>
  );
}

function useValueOptions(filter: AdhocFilter, dataset: Dataset | undefined, search: string) {
  const subject = filter.subject ?? "";
  const isMany = isListOperator(filter.operator ?? "");
  const kind = kindOf(dataset, subject);
  const limit = Math.min(MAX_VALUES, LIMITS.nativeFilterRowLimit);
  const typed = search.trim();
  const debounced = useDebounced(typed);
  const request = { dataset, column: subject || undefined, limit };
  const all = useColumnValues(request);
  const values = useColumnValues({ ...request, search: debounced });
  // Enter picks the first option: the typed text or a value that contains it, also while a response is pending.
  const isCurrent = debounced === typed && values.data !== undefined;
  const suggested = (isCurrent ? values.data : all.data?.filter((value) => containsText(value, typed))) ?? [];
  const same = suggested.filter((value) => keyOf(value) === typed);
  const list = [filter.comparator ?? []].flat();
  const chosen = isMany ? list : list.filter((one) => one !== null);
  const custom = typed ? [toScalar(typed, kind)] : [];
  const byKey = new Map([...same, ...suggested, ...custom, ...chosen].map((value) => [keyOf(value), value]));
  const choices = [...byKey].map(([key, value]) => ({ key, value }));
  return { choices, chosen, isMany, kind, values };
}

function containsText(value: FilterScalar, text: string): boolean {
  return valueText(value).toLowerCase().includes(text.toLowerCase());
}

function emptyText({ error, isLoading }: Fetched<FilterScalar[]>): string {
  if (error) return t("Failed to load values: {message}", { message: error.message });
  return isLoading ? t("Loading…") : t("No values");
}

function keyOf(value: FilterScalar): string {
  return value === null ? NULL_KEY : String(value);
}
