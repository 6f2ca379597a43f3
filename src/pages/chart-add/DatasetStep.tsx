import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { list } from "../../api/dataset/contract.ts";
import { type Proposal, proposalFor } from "../../features/new-datasets/proposal.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { call } from "../../web/client/client.ts";
import type { DatasetChoice, useDatasetChoices } from "../../web/client/use-dataset-choices.ts";
import { can } from "../../web/session/session.ts";
import styles from "./chart-add.module.css";

interface DatasetStepProps {
  value: number | undefined;
  found: ReturnType<typeof useDatasetChoices>;
  onChange(id: number): void;
  onOpen(proposal: Proposal): void;
}

/** The dataset, with recent ones a click away; then a chart to begin with. */
export function DatasetStep({ value, found, onChange, onOpen }: DatasetStepProps) {
  const { choices, isFetching, error, search, dataset } = found;
  const hasNone = !error && !isFetching && choices.length === 0 && search.showSearch.searchValue.trim() === "";
  return (
    <>
      <DatasetSelect value={value} found={found} hasNone={hasNone} onChange={onChange} />
      {hasNone ? <NoDatasets /> : null}
      {value === undefined && !hasNone ? <RecentDatasets onChoose={onChange} /> : null}
      {value !== undefined && dataset ? <Proposed dataset={dataset} onOpen={onOpen} /> : null}
    </>
  );
}

function DatasetSelect({
  value,
  found: { choices, isFetching, error, search },
  hasNone,
  onChange,
}: Omit<DatasetStepProps, "onOpen"> & { hasNone: boolean }) {
  const id = useId();
  const emptyText = isFetching ? t("Searching…") : hasNone ? t("No datasets") : t("No matching datasets");
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {t("Dataset")}
      </label>
      <Select
        id={id}
        className={styles.dataset}
        autoFocus
        loading={isFetching}
        placeholder={t("Search datasets")}
        {...search}
        value={value}
        notFoundContent={error ? t("Failed to load datasets") : emptyText}
        options={choices.map(optionOf)}
        onChange={onChange}
      />
    </>
  );
}

const optionOf = ({ value, label, database }: DatasetChoice) => ({
  value,
  label: (
    <span className={styles.option}>
      {label}
      <span>{database}</span>
    </span>
  ),
});

function NoDatasets() {
  if (!can("can_write", "Dataset"))
    return <p className={styles.none}>{t("You don't have access to any dataset. Ask an administrator for access.")}</p>;
  return (
    <p className={styles.none}>
      {rich("Charts are built on datasets, and there are none yet. <link>Create a dataset</link>", {
        link: (text) => <Link to="/tablemodelview/list/?new=dataset">{text}</Link>,
      })}
    </p>
  );
}

const RECENT = {
  columns: ["id", "table_name"],
  order_column: "changed_on_delta_humanized",
  order_direction: "desc" as const,
  page_size: 3,
};

function RecentDatasets({ onChoose }: { onChoose(id: number): void }) {
  const { data } = useQuery({
    queryKey: ["dataset", "recent"],
    queryFn: ({ signal }) => call(list, { q: RECENT }, { signal }),
  });
  if (!data?.result.length) return null;
  return (
    <div className={styles.quick}>
      <span>{t("Last modified")}</span>
      {data.result.map(({ id, table_name }) => (
        <button key={id} type="button" className={styles.chip} onClick={() => onChoose(id)}>
          <bdi>{table_name}</bdi>
        </button>
      ))}
    </div>
  );
}

function Proposed({ dataset, onOpen }: { dataset: Pick<Dataset, "columns">; onOpen(proposal: Proposal): void }) {
  const proposal = proposalFor(dataset);
  return (
    <div className={styles.quick}>
      <span>{t("Suggested")}</span>
      <Button icon={<ChevronRight size={14} />} iconPlacement="end" onClick={() => onOpen(proposal)}>
        {proposal.text}
      </Button>
    </div>
  );
}
