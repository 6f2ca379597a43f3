import { Button, Input, Select } from "antd";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import styles from "./ColumnMenu.module.css";
import type { ColumnMenuProps } from "./ColumnMenu.tsx";
import {
  boundsIn,
  CONDITIONS,
  type ColumnFilter,
  conditionOf,
  type FilterCondition,
  type FilterKind,
  kindOf,
  needsBounds,
} from "./column-filter.ts";

type Props = Pick<ColumnMenuProps, "column" | "filter" | "values" | "onFilter" | "onClose">;

interface Draft {
  type: string;
  bounds: readonly [string, string];
}

const LISTED = "set";
const NO_BOUNDS = ["", ""] as const;

export function ColumnFilterForm({ column, filter, values, onFilter, onClose }: Props) {
  const kind = kindOf(column);
  const [drafts, setDrafts] = useState(() => draftsOf(filter, kind));
  const [operator, setOperator] = useState(filter && "operator" in filter ? filter.operator : "AND");
  const [listed, setListed] = useState<Values>(filter && "values" in filter ? filter.values : []);
  const isListed = drafts[0]?.type === LISTED;
  const newFilter = isListed ? listedFilter(listed) : filterOf({ kind, drafts, operator });
  const change = (at: number, draft: Draft) => setDrafts((known) => known.with(at, draft));
  const apply = () => {
    if (!newFilter) return;
    onFilter(newFilter);
    onClose();
  };
  return (
    <form
      className={styles.section}
      aria-label={t("Filter {column}", { column: column.label })}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <h3>{t("Filter")}</h3>
      {drafts.slice(0, isListed ? 1 : 2).map((draft, at) => (
        <div key={at === 0 ? "first" : "second"} className={styles.condition}>
          {at === 1 ? (
            <Select
              size="small"
              aria-label={t("Combine conditions with")}
              value={operator}
              options={[
                { value: "AND", label: t("and") },
                { value: "OR", label: t("or") },
              ]}
              onChange={setOperator}
            />
          ) : null}
          <ConditionFields
            {...{ kind, draft }}
            hasList={at === 0 && kind === "text"}
            onChange={(next) => change(at, next)}
          />
        </div>
      ))}
      {isListed ? <ValueList column={column} values={values} chosen={listed} onChange={setListed} /> : null}
      <div className={styles.buttons}>
        {!isListed && drafts.length === 1 ? (
          <Button size="small" type="text" onClick={() => setDrafts([...drafts, freshDraft(kind)])}>
            {t("Add condition")}
          </Button>
        ) : null}
        {filter ? (
          <Button
            size="small"
            onClick={() => {
              onFilter(null);
              onClose();
            }}
          >
            {t("Clear filter")}
          </Button>
        ) : null}
        <Button size="small" type="primary" htmlType="submit" disabled={!newFilter}>
          {t("Apply")}
        </Button>
      </div>
    </form>
  );
}

type Values = readonly (string | number | boolean | null)[];

interface FieldsProps {
  kind: FilterKind;
  draft: Draft;
  hasList: boolean;
  onChange(draft: Draft): void;
}

function ConditionFields({ kind, draft, hasList, onChange }: FieldsProps) {
  const { type, bounds } = draft;
  const names = Object.entries(CONDITIONS[kind]).map(([key, label]) => [key, t(label)] as const);
  const options = [...names, ...(hasList ? [[LISTED, t("is one of")] as const] : [])];
  const count = type === LISTED ? 0 : needsBounds(type);
  return (
    <>
      <Select
        size="small"
        aria-label={t("Condition")}
        value={type}
        options={options.map(([value, label]) => ({ value, label }))}
        onChange={(next) => onChange({ ...draft, type: next })}
      />
      {[0, 1].slice(0, count).map((at) => (
        <Input
          key={at}
          size="small"
          type={kind === "date" ? "date" : "text"}
          inputMode={kind === "number" ? "decimal" : undefined}
          aria-label={at === 0 ? t("Value") : t("Second value")}
          value={bounds[at]}
          onChange={({ target }) =>
            onChange({ type, bounds: at === 0 ? [target.value, bounds[1]] : [bounds[0], target.value] })
          }
        />
      ))}
    </>
  );
}

interface ListProps {
  column: Props["column"];
  values: Values;
  chosen: Values;
  onChange(values: Values): void;
}

function ValueList({ column, values, chosen, onChange }: ListProps) {
  const all = [...new Set([...values, ...chosen])];
  return (
    <Select
      mode="multiple"
      size="small"
      aria-label={t("Values")}
      placeholder={t("Choose values")}
      value={chosen.map((value) => all.indexOf(value))}
      optionFilterProp="label"
      options={all.map((value, index) => ({
        value: index,
        label: value === null ? "N/A" : column.format(value, {}),
      }))}
      onChange={(places) => onChange(places.flatMap((place) => all.slice(place, place + 1)))}
    />
  );
}

const freshDraft = (kind: FilterKind): Draft => ({ type: kind === "text" ? "contains" : "equals", bounds: NO_BOUNDS });

function draftsOf(filter: ColumnFilter | undefined, kind: FilterKind): readonly Draft[] {
  if (!filter) return [freshDraft(kind)];
  if ("values" in filter) return [{ type: LISTED, bounds: NO_BOUNDS }];
  const conditions = "conditions" in filter ? filter.conditions : [filter];
  return conditions.map((one) => ({ type: one.type, bounds: boundsIn(one) }));
}

interface Wanted {
  kind: FilterKind;
  drafts: readonly Draft[];
  operator: "AND" | "OR";
}

const listedFilter = (values: Values): ColumnFilter | null =>
  values.length > 0 ? { filterType: LISTED, values: [...values] } : null;

function filterOf({ kind, drafts, operator }: Wanted): ColumnFilter | null {
  const conditions: FilterCondition[] = drafts.flatMap(({ type, bounds }) => conditionOf(kind, type, bounds) ?? []);
  const [first] = conditions;
  if (!first || conditions.length < drafts.length) return null;
  return conditions.length === 1 ? first : { filterType: kind, operator, conditions };
}
