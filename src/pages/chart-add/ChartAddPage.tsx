import { Button, Select } from "antd";
import { useId, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { list } from "../../api/dataset/contract.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { call } from "../../web/client.ts";
import { PageHeader } from "../../web/PageHeader.tsx";
import { useFoundChoices } from "../../web/use-found-choices.ts";
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
  const { found, isSearching, error, search } = useFoundChoices({ key: ["datasets", "choose"], find: findDatasets });
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Dataset
      </label>
      <Select
        id={id}
        className={styles.dataset}
        autoFocus
        loading={isSearching}
        placeholder="Search datasets"
        {...search}
        value={value}
        notFoundContent={error ? "Datasets could not be read" : isSearching ? "Searching…" : "No dataset matches"}
        options={found.map(({ value: key, label, database }) => ({
          value: key,
          label: (
            <span className={styles.option}>
              {label}
              <span>{database}</span>
            </span>
          ),
        }))}
        onChange={onChange}
      />
    </>
  );
}

async function findDatasets(text: string, signal: AbortSignal) {
  const filters = text ? [{ col: "table_name", opr: "ct", value: text }] : [];
  const q = { filters, page: 0, page_size: 100, order_column: "table_name", order_direction: "asc" as const };
  const { result } = await call(list, { q }, { signal });
  return result.map((row) => ({ value: row.id, label: row.table_name, database: row.database?.database_name }));
}
