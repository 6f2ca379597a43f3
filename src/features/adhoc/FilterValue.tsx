import { Select } from "antd";
import { type ClipboardEvent, useState } from "react";
import type { AdhocFilter, FilterScalar } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { LIMITS } from "../../model/query-context.ts";
import { useDebounced } from "../../web/client/clock.ts";
import type { Fetched } from "../../web/client/use-fetched.ts";
import { useSteadyOptions } from "../../web/client/use-steady-options.ts";
import { isListOperator, kindOf } from "./adhoc.ts";
import styles from "./editors.module.css";
import { splitPasted, toScalar } from "./paste.ts";
import { useColumnValues } from "./use-column-values.ts";

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
  const { known, chosen, isMany, kind, values } = useKnownValues(filter, dataset, search);
  const { list, steady, rest } = useSteadyOptions(known, search.trim());
  const byKey = new Map([...known, ...list].map((one) => [one.key, one.value]));
  const emit = (next: readonly FilterScalar[]) => onChange(isMany ? [...next] : (next[0] ?? null));
  const paste = (event: ClipboardEvent) => {
    const parts = splitPasted(event.clipboardData.getData("text"));
    if (parts.length < 2 || !isMany) return;
    event.preventDefault();
    const pasted = parts.map((part) => toScalar(part, kind));
    emit([...new Set([...chosen, ...pasted])]);
  };
  const [first] = chosen.map(keyOf);
  return (
    <div onPaste={paste}>
      <Select<string | string[]>
        id={id}
        mode={isMany ? "multiple" : undefined}
        className={styles.wide}
        showSearch={{ onSearch: setSearch, filterOption: false, searchValue: search }}
        allowClear
        loading={values.isLoading}
        maxTagCount={6}
        listHeight={160}
        value={isMany ? chosen.map(keyOf) : first}
        placeholder={isMany ? "Choose, write or paste values" : "Choose or write a value"}
        notFoundContent={emptyText(values)}
        options={list.map(({ key, value }) => ({ value: key, label: textOf(value) }))}
        {...steady}
        // A list of several values keeps its search when it closes, unseen, and the next search would go on from it.
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

/** Values of the server, those chosen, and the one being written. */
function useKnownValues(filter: AdhocFilter, dataset: Dataset | undefined, search: string) {
  const subject = filter.subject ?? "";
  const isMany = isListOperator(filter.operator ?? "");
  const kind = kindOf(dataset, subject);
  const limit = Math.min(SHOWN, LIMITS.nativeFilterRowLimit);
  const typed = search.trim();
  const asked = useDebounced(typed);
  const request = { dataset, column: subject || undefined, limit };
  const all = useColumnValues(request);
  const values = useColumnValues({ ...request, search: asked });
  // Enter takes the first that is offered: what is written, or what holds it, also while the answer is on its way.
  const isAnswered = asked === typed && values.data !== undefined;
  const offered = (isAnswered ? values.data : all.data?.filter((value) => holds(value, typed))) ?? [];
  const same = offered.filter((value) => keyOf(value) === typed);
  const list = [filter.comparator ?? []].flat();
  const chosen = isMany ? list : list.filter((one) => one !== null);
  const written = typed ? [toScalar(typed, kind)] : [];
  const byKey = new Map([...same, ...offered, ...written, ...chosen].map((value) => [keyOf(value), value]));
  const known = [...byKey].map(([key, value]) => ({ key, value }));
  return { known, chosen, isMany, kind, values };
}

function holds(value: FilterScalar, text: string): boolean {
  return textOf(value).toLowerCase().includes(text.toLowerCase());
}

function emptyText({ error, isLoading }: Fetched<FilterScalar[]>): string {
  if (error) return `Values could not be read: ${error.message}`;
  return isLoading ? "Loading…" : "No values";
}

function keyOf(value: FilterScalar): string {
  return value === null ? NULL_KEY : String(value);
}

function textOf(value: FilterScalar): string {
  return value === null ? "<NULL>" : value === "" ? "<empty string>" : String(value);
}
