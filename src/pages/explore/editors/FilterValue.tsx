import { Select } from "antd";
import { type ClipboardEvent, useState } from "react";
import type { AdhocFilter, FilterScalar } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { LIMITS } from "../../../model/query-context.ts";
import { isListOperator, kindOf } from "../state/adhoc.ts";
import { toList } from "../state/form-values.ts";
import { splitPasted, toScalar } from "../state/paste.ts";
import { useColumnValues } from "../workbench/use-column-values.ts";
import styles from "./editors.module.css";

interface FilterValueProps {
  id: string;
  filter: AdhocFilter;
  dataset: Dataset | undefined;
  onChange(value: AdhocFilter["comparator"]): void;
}

const NULL_KEY = "\u0000null";
const SHOWN = 200;

/** One value or several: offered by the server as one types, or written freely. Pasted lists are split. */
export function FilterValue({ id, filter, dataset, onChange }: FilterValueProps) {
  const [search, setSearch] = useState("");
  const subject = filter.subject ?? "";
  const isMany = isListOperator(filter.operator ?? "");
  const kind = kindOf(dataset, subject);
  const limit = Math.min(SHOWN, LIMITS.nativeFilterRowLimit);
  const { data, error, isLoading } = useColumnValues(dataset?.id ?? 0, subject || undefined, search, limit);
  const emit = (values: readonly FilterScalar[]) => onChange(isMany ? [...values] : (values[0] ?? null));
  const chosen = toList(filter.comparator as FilterScalar | FilterScalar[] | null).filter(
    (one, index) => one !== null || (isMany && index >= 0),
  );
  const known = new Map([...(data ?? []), ...chosen].map((value) => [keyOf(value), value]));
  const typed = search.trim();
  if (typed && !known.has(typed)) known.set(typed, toScalar(typed, kind));
  const paste = (event: ClipboardEvent) => {
    const parts = splitPasted(event.clipboardData.getData("text"));
    if (parts.length < 2 || !isMany) return;
    event.preventDefault();
    const pasted = parts.map((part) => toScalar(part, kind));
    emit([...new Set([...chosen, ...pasted])]);
  };
  return (
    <div onPaste={paste}>
      <Select
        id={id}
        mode={isMany ? "multiple" : undefined}
        className={styles.wide}
        showSearch={{ onSearch: setSearch, filterOption: false, searchValue: search }}
        allowClear
        loading={isLoading}
        maxTagCount={6}
        listHeight={160}
        value={isMany ? chosen.map(keyOf) : chosen.length > 0 ? keyOf(chosen[0] ?? null) : undefined}
        placeholder={isMany ? "Choose, write or paste values" : "Choose or write a value"}
        notFoundContent={error ? `Values could not be read: ${error.message}` : isLoading ? "Loading…" : "No values"}
        options={[...known].map(([key, value]) => ({ value: key, label: textOf(value) }))}
        onChange={(next: string | string[] | undefined) => {
          setSearch("");
          emit(toList(next).map((key) => (known.has(key) ? (known.get(key) ?? null) : toScalar(key, kind))));
        }}
      />
    </div>
  );
}

function keyOf(value: FilterScalar): string {
  return value === null ? NULL_KEY : String(value);
}

function textOf(value: FilterScalar): string {
  return value === null ? "<NULL>" : String(value);
}
