import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useStored } from "../storage.ts";
import { assertFiltersFit, type ListDefinition, type ListRow } from "./definition.ts";
import { type ListState, parseListState, writeListState } from "./list-state.ts";

/** The list's state, kept in the URL. The view mode is also remembered for the next visit. */
export function useListState<T extends ListRow>(
  definition: ListDefinition<T>,
): [ListState, (state: ListState) => void] {
  const [search, setSearch] = useSearchParams();
  const [rememberedView, rememberView] = useStored<"table" | "card">(`view.${definition.key}`, "table");
  const { columns, filters, initialSort } = definition;
  useMemo(() => assertFiltersFit(columns, filters), [columns, filters]);
  const defaults = useMemo(
    () => ({ sort: initialSort, viewMode: definition.card ? rememberedView : ("table" as const) }),
    [initialSort, rememberedView, definition.card],
  );
  const state = useMemo(() => parseListState(search, filters, defaults), [search, filters, defaults]);
  const write = useCallback(
    (next: ListState) => {
      if (next.viewMode !== state.viewMode) rememberView(next.viewMode);
      setSearch((before) => writeListState(next, before, { ...defaults, viewMode: next.viewMode }));
    },
    [setSearch, defaults, state.viewMode, rememberView],
  );
  return [state, write];
}
