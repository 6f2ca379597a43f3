import { type QueryKey, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useDebounced } from "./clock.ts";
import { toApiError } from "./errors.ts";

export interface Choice {
  value: number;
  label: string;
}

interface Search<T extends Choice> {
  /** Tells these choices from all others. */
  key: QueryKey;
  /** Those that hold the text; all when it is empty. */
  find(text: string, signal: AbortSignal): Promise<T[]>;
}

/**
 * Choices that the server finds as one types. Enter takes the first that is offered: so while an answer is on its way
 * only those of the last one are offered that hold what is written, and one that is chosen already, but was not found,
 * is none of them. Where nothing is offered, Enter leaves what is written as it is.
 */
export function useFoundChoices<T extends Choice>({ key, find }: Search<T>) {
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const asked = useDebounced(text);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [...key, asked],
    queryFn: ({ signal }) => find(asked, signal),
    placeholderData: (before: T[] | undefined, query) => (isOf(query?.queryKey, key) ? before : undefined),
  });
  const found = data ?? [];
  const isAnswered = asked === text && !isPlaceholderData;
  const offered = new Set(found.filter(({ label }) => isAnswered || holds(label, text)).map(({ value }) => value));
  const clear = () => setTyped("");
  return {
    found,
    isSearching: isFetching || asked !== text,
    error: error ? toApiError(error) : undefined,
    /** For the list that offers them; what is written goes when one is taken, and with the focus. */
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

/** Whether one asked the same, but for the text. */
function isOf(asked: QueryKey | undefined, key: QueryKey): boolean {
  return JSON.stringify(asked?.slice(0, -1)) === JSON.stringify(key);
}

function holds(label: string, text: string): boolean {
  return label.toLowerCase().includes(text.toLowerCase());
}
