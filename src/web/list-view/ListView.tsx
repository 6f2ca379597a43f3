import { Button } from "antd";
import { SearchX } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { t } from "../../i18n/translate.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { NoAccess } from "../components/NoAccess.tsx";
import { PageHeader } from "../components/PageHeader.tsx";
import { useActions } from "../navigation/actions.ts";
import { useFavoriteStatus, useToggleFavorite } from "../session/favorites.ts";
import { isVisitor } from "../session/session.ts";
import { useStored } from "../session/storage.ts";
import { BulkBar } from "./BulkBar.tsx";
import {
  assertFiltersFit,
  canChoose,
  type FilterValue,
  forVisitors,
  type ListDefinition,
  type ListRow,
} from "./definition.ts";
import { FilterBar } from "./FilterBar.tsx";
import { ListCards } from "./ListCards.tsx";
import { ListTable } from "./ListTable.tsx";
import styles from "./ListView.module.css";
import { handleListKey, usePageKeys } from "./list-keys.ts";
import {
  isFiltered,
  type ListState,
  parseListState,
  withFilter,
  withoutFilters,
  writeListState,
} from "./list-state.ts";
import { NOUN_TEXTS } from "./noun-texts.ts";
import { Pager } from "./Pager.tsx";
import { useSelection } from "./selection.ts";
import { UsageContext, useUsage } from "./usage.ts";
import { useListRows } from "./use-list-rows.ts";

/** State in the URL. The view mode is also remembered for the next visit. */
function useListState<T extends ListRow>(definition: ListDefinition<T>): [ListState, (state: ListState) => void] {
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
      // One history entry per search.
      const key = filters.find((filter) => filter.kind === "search")?.key ?? "";
      const replace = Boolean(state.filters[key]) && state.filters[key] !== next.filters[key];
      setSearch((before) => writeListState(next, before, { ...defaults, viewMode: next.viewMode }), { replace });
    },
    [setSearch, filters, defaults, state, rememberView],
  );
  return [state, write];
}

const KEYS = [
  [t("Move between rows"), "ArrowDown"],
  [t("Open##verb"), "Enter"],
  [t("Select"), "x"],
  [t("Favorite"), "s"],
  [t("Table or cards"), "v"],
].map(([label = "", keys = ""]) => ({ id: `list-${keys}`, label, keys, inPalette: false }));

export interface ListViewProps<T extends ListRow> {
  definition: ListDefinition<T>;
  actions?: ReactNode;
  children?: ReactNode;
}

export function ListView<T extends ListRow>({ definition: fullDefinition, actions, children }: ListViewProps<T>) {
  const definition = useMemo(() => (isVisitor() ? forVisitors(fullDefinition) : fullDefinition), [fullDefinition]);
  const [state, setState] = useListState(definition);
  const list = useListRows(definition, state, setState);
  const selection = useSelection(list.rows, definition.isSelectable);
  const { isSelectable = () => true } = definition;
  const ids = useMemo(() => list.rows.map((row) => row.id), [list.rows]);
  const favorites = useFavoriteStatus(definition.favorites ?? "dashboard", definition.favorites ? ids : []);
  const usage = useUsage(definition.usage, ids);
  const toggle = useToggleFavorite(definition.favorites ?? "dashboard");
  const [menuOf, setMenuOf] = useState<number>();
  const body = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useActions(KEYS);
  const pageKeys = useMemo(
    () => ({
      onView: () => definition.card && setState({ ...state, viewMode: state.viewMode === "card" ? "table" : "card" }),
      onEnter: () => body.current?.querySelector<HTMLElement>("tr[tabindex='0'], article a")?.focus(),
    }),
    [definition, state, setState],
  );
  usePageKeys(pageKeys);

  if (list.error?.status === 403) {
    return <NoAccess title={NOUN_TEXTS[definition.noun.one].noAccess} />;
  }
  const Body = state.viewMode === "card" ? ListCards : ListTable;
  return (
    <>
      <PageHeader title={definition.title} status={list.countText} actions={actions} />
      {children}
      <Frame definition={definition} state={state} onState={setState}>
        <FilterBar definition={definition} state={state} onState={setState} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside */}
        <div
          ref={body}
          className={styles.list}
          data-view={state.viewMode}
          onKeyDown={(event) =>
            handleListKey(event, {
              rows: list.rows,
              onOpen: (row, newTab) => {
                const address = definition.addressOf?.(row);
                if (address === undefined) return;
                if (newTab) window.open(address, "_blank", "noopener");
                else navigate(address);
              },
              onSelect: (row, range) => canChoose(definition) && selection.toggle(row, range),
              onFavorite: (row) =>
                definition.favorites && toggle.mutate({ id: row.id, value: !favorites.data?.get(row.id) }),
              onMenu: (row) => setMenuOf(row.id),
              onClear: selection.clear,
            })
          }
        >
          <BulkBar
            definition={definition}
            selection={selection}
            count={list.count - list.rows.filter((row) => !isSelectable(row)).length}
            onSelectAll={async () => selection.addAll(await list.loadAll())}
          />
          {list.error ? (
            <div className={styles.banner} role="alert">
              <span>{NOUN_TEXTS[definition.noun.one].failed(list.error.message)}</span>
              <Button size="small" onClick={list.retry}>
                {t("Retry")}
              </Button>
            </div>
          ) : null}
          <div
            key={state.viewMode}
            className={styles.rows}
            data-stale={list.isStale}
            aria-busy={list.isStale || list.waiting}
          >
            <UsageContext value={usage}>
              <Body
                definition={definition}
                rows={list.rows}
                favorites={favorites.data}
                selection={selection}
                sort={state.sort}
                onSort={(sort) => setState({ ...state, sort, pageIndex: 0 })}
                waiting={list.waiting}
                menuOf={menuOf}
                onMenuOf={setMenuOf}
              />
            </UsageContext>
            {list.isEmpty ? (
              <ListEmpty
                definition={definition}
                state={state}
                onClear={() => setState(withoutFilters(state, definition.filters))}
              />
            ) : null}
          </div>
          {list.error && list.rows.length === 0 ? null : (
            <Pager state={state} count={list.countText === "" ? undefined : list.count} onState={setState} />
          )}
        </div>
      </Frame>
    </>
  );
}

interface FrameProps<T extends ListRow> {
  definition: ListDefinition<T>;
  state: ListState;
  onState(state: ListState): void;
  children: ReactNode;
}

function Frame<T extends ListRow>({ definition: { places }, state, onState, children }: FrameProps<T>) {
  if (!places) return children;
  const { filter, aside, above } = places;
  const place = {
    value: state.filters[filter],
    onValue: (value: FilterValue | undefined) => onState(withFilter(state, filter, value)),
  };
  return (
    <div className={styles.columns}>
      {aside(place)}
      <div className={styles.main}>
        {above(place)}
        {children}
      </div>
    </div>
  );
}

interface ListEmptyProps<T extends ListRow> {
  definition: ListDefinition<T>;
  state: ListState;
  onClear(): void;
}

function ListEmpty<T extends ListRow>({ definition, state, onClear }: ListEmptyProps<T>) {
  if (isFiltered(state, definition.filters)) {
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        title={t("No results match your filter criteria")}
        text={t("Try different criteria to display results.")}
        actions={<Button onClick={onClear}>{t("Clear all filters")}</Button>}
      />
    );
  }
  const { places } = definition;
  const isPlace = places !== undefined && state.filters[places.filter] !== undefined;
  const { title, text, action }: ListDefinition<T>["empty"] = isPlace ? places.empty : definition.empty;
  return <EmptyState icon={<definition.emptyIcon size={20} />} title={title} text={text} actions={action} />;
}
