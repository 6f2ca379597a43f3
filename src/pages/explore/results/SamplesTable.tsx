import { Select } from "antd";
import { useId, useState } from "react";
import { postSamples } from "../../../api/datasource/contract.ts";
import { LIMITS } from "../../../model/query-context.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client.ts";
import { useExplore } from "../workbench/store-context.ts";
import { useFetched } from "../workbench/use-fetched.ts";
import type { Shown } from "./ResultsPane.tsx";
import { ResultGrid } from "./ResultsTable.tsx";
import styles from "./results.module.css";

const SIZES = [100, 500, 1000].filter((size) => size <= LIMITS.samplesRowLimit);

/** The first rows of the dataset, whatever the chart asks. */
export function SamplesTable({ search, onShown }: { search: string; onShown(shown: Shown): void }) {
  const datasetId = useExplore((state) => state.dataset.id);
  const [size, setSize] = useState(SIZES[0] ?? 100);
  const id = useId();
  const { data, error, isLoading, reload } = useFetched(`samples ${datasetId} ${size}`, async (signal) => {
    const query = { datasource_type: "table", datasource_id: String(datasetId), per_page: size, page: 1 };
    return (await call(postSamples, { query, body: null }, { signal, exact: true })).result;
  });
  if (isLoading) return <SkeletonLines lines={5} />;
  if (error) return <ErrorState compact title={error.title} text={error.message} onRetry={reload} />;
  if (!data) return null;
  return (
    <div className={styles.samples}>
      <div className={styles.samplesBar}>
        <label htmlFor={id}>Row limit</label>
        <Select
          id={id}
          size="small"
          value={size}
          options={SIZES.map((one) => ({ value: one, label: one.toLocaleString("en-US") }))}
          onChange={setSize}
        />
        <span>of {data.total_count.toLocaleString("en-US")} rows</span>
      </div>
      <ResultGrid result={data} search={search} label="Samples" isRaw onShown={onShown} />
    </div>
  );
}
