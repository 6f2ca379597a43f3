import { type QueryKey, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useDebounced } from "./clock.ts";
import { toApiError } from "./errors.ts";

export interface Choice {
  value: number;
  label: string;
}

interface Search<T extends Choice> {
  key: QueryKey;
  /** Returns all if the text is empty. */
  find(text: string, signal: AbortSignal): Promise<T[]>;
}

/**
 * Choices from a server search. Enter selects the first option, so while results are loading only earlier ones that
 * contain the text are offered, without selected ones. If there are none, Enter keeps the text.
 */
export function useFoundChoices<T extends Choice>({ key, find }: Search<T>) {
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const debounced = useDebounced(text);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [...key, debounced],
    queryFn: ({ signal }) => find(debounced, signal),
    placeholderData: (before: T[] | undefined, query) => (isOf(query?.queryKey, key) ? before : undefined),
  });
  const found = data ?? [];
  const isAnswered = debounced === text && !isPlaceholderData;
  const offered = new Set(found.filter(({ label }) => isAnswered || holds(label, text)).map(({ value }) => value));
  const clear = () => setTyped("");
  return {
    found,
    isSearching: isFetching || debounced !== text,
    error: error ? toApiError(error) : undefined,
    search: {
      showSearch: {
        searchValue: typed,
        onSearch: setTyped,
        filterOption: (_: string, option?: { value?: unknown }) => text === "" || offered.has(option?.value as number),
      },
      onSelect: clear,
      onDeselect: clear,
      onBlur: clear,
      onInputKeyDown: (event: KeyboardEvent) => {
        if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && text !== "" && offered.size === 0) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
    },
  };
}

function isOf(debounced: QueryKey | undefined, key: QueryKey): boolean {
  return JSON.stringify(debounced?.slice(0, -1)) === JSON.stringify(key);
}

function holds(label: string, text: string): boolean {
  return label.toLowerCase().includes(text.toLowerCase());
}
