import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useId, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { list } from "../../api/dataset/contract.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { call } from "../../web/client.ts";
import { useDebounced } from "../../web/clock.ts";
import { PageHeader } from "../../web/PageHeader.tsx";
import { exploreAddress, parseChoice } from "./address.ts";
import styles from "./chart-add.module.css";
import { TypeCards } from "./TypeCards.tsx";

/** A new chart in two steps: a dataset, then a chart type. */
export function ChartAddPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const given = parseChoice(params);
  const [dataset, setDataset] = useState<number | undefined>(given.datasetId);
  const [type, setType] = useState<string>();
  const [text, setText] = useState("");
  const create = (key: string | undefined) => {
    if (dataset === undefined || key === undefined) return;
    void navigate(exploreAddress({ datasetId: dataset, vizType: key, dashboardId: given.dashboardId }));
  };
  const missing =
    dataset === undefined ? "Choose a dataset first" : type === undefined ? "Choose a chart type" : undefined;
  return (
    <div className={styles.page}>
      <PageHeader
        title="Create a new chart"
        actions={
          <Button type="primary" disabled={missing !== undefined} title={missing} onClick={() => create(type)}>
            Create new chart
          </Button>
        }
      />
      <div className={styles.body}>
        <section className={styles.step} aria-labelledby="step-dataset">
          <h2 id="step-dataset">Choose a dataset</h2>
          <DatasetSelect value={dataset} onChange={setDataset} />
        </section>
        <section className={styles.step} aria-labelledby="step-type">
          <h2 id="step-type">Choose a chart type</h2>
          <SearchField label="Search chart types" value={text} onChange={setText} className={styles.search} />
          <TypeCards text={text} chosen={type} onChoose={setType} onOpen={create} />
        </section>
      </div>
    </div>
  );
}

interface DatasetSelectProps {
  value: number | undefined;
  onChange(id: number): void;
}

function DatasetSelect({ value, onChange }: DatasetSelectProps) {
  const id = useId();
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const { data, isPending, error } = useQuery({
    queryKey: ["datasets", "choose", search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filters = search ? [{ col: "table_name", opr: "ct", value: search }] : [];
      const q = { filters, page: 0, page_size: 100, order_column: "table_name", order_direction: "asc" as const };
      return (await call(list, { q }, { signal })).result;
    },
  });
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Dataset
      </label>
      <Select
        id={id}
        className={styles.dataset}
        autoFocus
        loading={isPending}
        placeholder="Search datasets"
        showSearch={{ onSearch: setText, filterOption: false, searchValue: text }}
        value={value}
        notFoundContent={error ? "Datasets could not be read" : isPending ? "Loading…" : "No dataset matches"}
        options={(data ?? []).map((row) => ({
          value: row.id,
          label: (
            <span className={styles.option}>
              {row.table_name}
              <span>{row.database?.database_name}</span>
            </span>
          ),
        }))}
        onChange={(next) => {
          setText("");
          onChange(next);
        }}
      />
    </>
  );
}
