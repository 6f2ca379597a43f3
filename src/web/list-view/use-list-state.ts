import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useStored } from "../session/storage.ts";
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
  const state = useMemo(() => {
    const parsed = parseListState(search, filters, defaults);
    return definition.card ? parsed : { ...parsed, viewMode: "table" as const };
  }, [search, filters, defaults, definition.card]);
  const write = useCallback(
    (next: ListState) => {
      if (next.viewMode !== state.viewMode) rememberView(next.viewMode);
      // What is typed in one go is one step back.
      const key = filters.find((filter) => filter.kind === "search")?.key ?? "";
      const replace = Boolean(state.filters[key]) && state.filters[key] !== next.filters[key];
      setSearch((before) => writeListState(next, before, { ...defaults, viewMode: next.viewMode }), { replace });
    },
    [setSearch, filters, defaults, state, rememberView],
  );
  return [state, write];
}
