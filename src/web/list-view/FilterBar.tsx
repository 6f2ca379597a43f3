import { Button } from "antd";
import { ChevronDown, LayoutGrid, List } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { inSentence } from "../../ui/in-sentence.ts";
import { Menu } from "../../ui/Menu.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { useDebouncedCallback } from "../client/clock.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import { DateRange, rangeText } from "./DateRange.tsx";
import type { FilterValue, ListDefinition, ListFilter, ListRow } from "./definition.ts";
import styles from "./FilterBar.module.css";
import { FilterChip } from "./FilterChip.tsx";
import { isFiltered, type ListState, withFilter, withoutFilters } from "./list-state.ts";

export interface FilterBarProps<T extends ListRow> {
  definition: ListDefinition<T>;
  state: ListState;
  onState(state: ListState): void;
}

export function FilterBar<T extends ListRow>({ definition, state, onState }: FilterBarProps<T>) {
  const set = (key: string, value: FilterValue | undefined) => onState(withFilter(state, key, value));
  const filters = definition.filters.filter(({ isElsewhere }) => !isElsewhere);
  if (filters.length === 0 && !definition.card) return null;
  return (
    <search className={styles.bar}>
      <div className={styles.filters}>
        {filters.map((filter) => (
          <OneFilter
            key={filter.key}
            filter={filter}
            cacheKey={`${definition.key}.${filter.key}`}
            value={state.filters[filter.key]}
            onValue={(value) => set(filter.key, value)}
          />
        ))}
        {isFiltered(state, filters) ? (
          <Button type="link" size="small" onClick={() => onState(withoutFilters(state, definition.filters))}>
            {t("Clear")}
          </Button>
        ) : null}
      </div>
      <div className={styles.view}>
        {state.viewMode === "card" ? <SortSelect definition={definition} state={state} onState={onState} /> : null}
        {definition.card ? (
          <Segmented
            label={t("View")}
            value={state.viewMode}
            onChange={(viewMode) => onState({ ...state, viewMode })}
            options={[
              { value: "table", label: <List size={16} />, name: t("Table") },
              { value: "card", label: <LayoutGrid size={16} />, name: t("Cards") },
            ]}
          />
        ) : null}
      </div>
    </search>
  );
}

interface OneFilterProps {
  filter: ListFilter;
  cacheKey: string;
  value: FilterValue | undefined;
  onValue(value: FilterValue | undefined): void;
}

function OneFilter({ filter, cacheKey, value, onValue }: OneFilterProps) {
  if (filter.kind === "search") {
    return (
      <SearchFilter
        label={t("Search by {label}", { label: inSentence(filter.label) })}
        value={typeof value === "string" ? value : ""}
        onValue={onValue}
      />
    );
  }
  const clear = () => onValue(undefined);
  if (filter.kind === "dates") {
    const range = Array.isArray(value) ? (value as unknown as readonly [number, number]) : undefined;
    return (
      <FilterChip
        label={filter.label}
        value={range && rangeText(range)}
        onClear={clear}
        content={(close) => (
          <DateRange
            value={range}
            onApply={(next) => {
              onValue(next);
              close();
            }}
          />
        )}
      />
    );
  }
  const chosen = typeof value === "object" && "value" in value ? value : undefined;
  return (
    <FilterChip
      label={filter.label}
      value={chosen?.label}
      onClear={clear}
      content={(close) => (
        <ChoiceList
          label={filter.label}
          cacheKey={cacheKey}
          options={filter.options}
          chosen={chosen?.value}
          onChoose={(choice) => {
            onValue({ value: choice.value, label: choice.text });
            close();
          }}
        />
      )}
    />
  );
}

function SearchFilter({ label, value, onValue }: { label: string; value: string; onValue(text: string): void }) {
  const [typed, setTyped] = useState(value);
  const applied = useRef(value);
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setTyped(value);
  }, [value]);
  const apply = (text: string) => {
    if (text === applied.current) return;
    applied.current = text;
    onValue(text);
  };
  const applyDebounced = useDebouncedCallback(apply);
  return (
    <SearchField
      className={styles.search}
      label={label}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        applyDebounced(text.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply(typed.trim());
      }}
    />
  );
}

function SortSelect<T extends ListRow>({ definition, state, onState }: FilterBarProps<T>) {
  const isCurrent = ({ sort }: (typeof definition.sorts)[number]) =>
    sort.column === state.sort.column && sort.order === state.sort.order;
  const current = definition.sorts.find(isCurrent);
  return (
    <Menu
      placement="bottomRight"
      items={definition.sorts.map((each) => ({
        key: each.label,
        label: each.label,
        checked: isCurrent(each),
        onSelect: () => onState({ ...state, sort: each.sort, pageIndex: 0 }),
      }))}
    >
      <Button
        icon={<ChevronDown size={14} />}
        iconPlacement="end"
        aria-label={current ? t("Sort: {label}", { label: current.label }) : t("Sort: custom")}
      >
        {current?.label ?? t("Sort##verb")}
      </Button>
    </Menu>
  );
}
