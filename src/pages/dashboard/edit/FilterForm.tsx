import { Form, Input, Select } from "antd";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { chartsInScope } from "../../../model/filter-scope.ts";
import { isControl, isDivider, type NativeFilter } from "../../../model/native-filter.ts";
import { Tabs } from "../../../ui/Tabs.tsx";
import { useView } from "../state/context.ts";
import { FilterBehavior } from "./FilterBehavior.tsx";
import { FilterDefault } from "./FilterDefault.tsx";
import {
  CONTROL_TYPE_NAMES,
  FILTER_TYPE_NAMES,
  type FilterDraft,
  type FilterProblem,
  needsColumn,
  needsDataset,
  onDataset,
  retarget,
} from "./filter-draft.ts";
import styles from "./filter-forms.module.css";
import { ScopeTree } from "./ScopeTree.tsx";
import { SuggestedFilters } from "./SuggestedFilters.tsx";
import { byName, useDatasets } from "./use-datasets.ts";

export interface FilterFormProps {
  filter: NativeFilter;
  onChange(filter: NativeFilter): void;
}

interface Props extends FilterFormProps {
  draft: FilterDraft;
  problems: readonly FilterProblem[];
}

export function FilterForm({ filter, draft, problems, onChange }: Props) {
  const [tab, setTab] = useState("settings");
  const layout = useView((view) => view.dashboard.layout);
  const chartCount = chartsInScope(filter.scope, layout).length;
  return (
    <Tabs
      label={isControl(filter) ? t("Display control") : t("Filter")}
      active={tab}
      onChange={setTab}
      tabs={[
        {
          key: "settings",
          label: t("Settings"),
          count: problems.length,
          content: (
            <Form layout="vertical" className={styles.form}>
              {isControl(filter) ? null : <SuggestedFilters filter={filter} draft={draft} onChange={onChange} />}
              <Basics filter={filter} problems={problems} onChange={onChange} />
              <FilterDefault filter={filter} onChange={onChange} />
              <FilterBehavior
                filter={filter}
                others={otherFilters(draft, filter)}
                problem={textOf(problems, "dependencies")}
                onChange={onChange}
              />
            </Form>
          ),
        },
        {
          key: "scoping",
          label: t("Scoping"),
          count: chartCount,
          content: (
            <ScopeTree
              scope={filter.scope}
              column={filter.targets[0]?.column?.name}
              hint={
                isControl(filter)
                  ? t("Charts this control applies to. Charts added to a selected tab later are included.")
                  : t("Charts this filter applies to. Charts added to a selected tab later are included.")
              }
              onScope={(scope) => onChange({ ...filter, scope })}
            />
          ),
        },
      ]}
    />
  );
}

const textOf = (problems: readonly FilterProblem[], field: FilterProblem["field"]) =>
  problems.find((problem) => problem.field === field)?.text;

function otherFilters(draft: FilterDraft, filter: NativeFilter): NativeFilter[] {
  return draft.entries.filter(
    (entry): entry is NativeFilter =>
      !isDivider(entry) &&
      entry.id !== filter.id &&
      !draft.pending.has(entry.id) &&
      /^filter_(select|range|time)$/.test(entry.filterType),
  );
}

function Basics({ filter, problems, onChange }: FilterFormProps & { problems: readonly FilterProblem[] }) {
  const datasets = useDatasets(filter.targets[0]?.datasetId);
  const target = filter.targets[0] ?? {};
  const [typeLabel, nameLabel, names] = isControl(filter)
    ? [t("Control type"), t("Control name"), CONTROL_TYPE_NAMES]
    : [t("Filter type"), t("Filter name"), FILTER_TYPE_NAMES];
  const columns = datasets.columnsFor(filter.filterType);
  const isLoadingColumns = target.datasetId !== undefined && datasets.isFetching && columns.length === 0;
  const state = (field: FilterProblem["field"]) => {
    const help = textOf(problems, field);
    return { help, validateStatus: help ? ("error" as const) : undefined };
  };
  return (
    <>
      <div className={styles.pair}>
        <Form.Item label={typeLabel} htmlFor="filter-type">
          <Select
            id="filter-type"
            value={filter.filterType}
            options={Object.entries(names).map(([value, label]) => ({ value, label }))}
            onChange={(filterType) =>
              onChange(retarget(filter, { filterType, targets: needsDataset(filterType) ? filter.targets : [{}] }))
            }
          />
        </Form.Item>
        <Form.Item label={nameLabel} htmlFor="filter-name" required {...state("name")}>
          <Input
            id="filter-name"
            value={filter.name}
            onChange={(event) => onChange({ ...filter, name: event.target.value })}
          />
        </Form.Item>
      </div>
      {needsDataset(filter.filterType) && (
        <div className={styles.pair}>
          <Form.Item label={t("Dataset")} htmlFor="filter-dataset" required {...state("dataset")}>
            <Select
              id="filter-dataset"
              {...datasets.search}
              loading={datasets.isFetching}
              value={target.datasetId}
              options={datasets.options}
              onChange={(datasetId: number) => onChange(onDataset(filter, datasetId))}
            />
          </Form.Item>
          {needsColumn(filter.filterType) && (
            <Form.Item label={t("Column")} htmlFor="filter-column" required {...state("column")}>
              <Select
                id="filter-column"
                showSearch={byName}
                disabled={!target.datasetId}
                loading={isLoadingColumns}
                notFoundContent={isLoadingColumns ? t("Loading columns…") : t("No matching columns")}
                value={target.column?.name}
                options={columns}
                onChange={(name: string) =>
                  onChange(
                    retarget({ ...filter, name: filter.name || name }, { targets: [{ ...target, column: { name } }] }),
                  )
                }
              />
            </Form.Item>
          )}
        </div>
      )}
      <Form.Item label={t("Description")} htmlFor="filter-description">
        <Input
          id="filter-description"
          value={filter.description ?? ""}
          onChange={(event) => onChange({ ...filter, description: event.target.value })}
        />
      </Form.Item>
    </>
  );
}
