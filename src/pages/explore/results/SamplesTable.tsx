import { Select } from "antd";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { postSamples } from "../../../api/datasource/contract.ts";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { datasourceKey, datasourceOf } from "../../../model/dataset.ts";
import { LIMITS } from "../../../model/query-context.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { QueryFailure } from "../../../web/chart-view/QueryFailure.tsx";
import { call } from "../../../web/client/client.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { useExplore } from "../workbench/store-context.ts";
import type { VisibleTable } from "./ResultsPane.tsx";
import { ResultGrid } from "./ResultsTable.tsx";
import styles from "./results.module.css";

const SIZES = [100, 500, 1000].filter((size) => size <= LIMITS.samplesRowLimit);

export function SamplesTable({ search, onShown }: { search: string; onShown(shown: VisibleTable): void }) {
  const dataset = useExplore((state) => state.dataset);
  const datasource = datasourceOf(dataset);
  const [{ size, page }, setPlace] = useState({ size: SIZES[0] ?? 100, page: 1 });
  const id = useId();
  const key = `samples ${datasourceKey(dataset)} ${size} ${page}`;
  const { data, error, isLoading, reload } = useFetched(key, async (signal) => {
    const query = { datasource_type: datasource.type, datasource_id: String(datasource.id), per_page: size, page };
    return (await call(postSamples, { query, body: null }, { signal, exact: true })).result;
  });
  if (isLoading) return <SkeletonLines lines={5} />;
  if (error) {
    return <QueryFailure title={t("Sorry, an error occurred")} error={error} dataset={dataset} onRetry={reload} />;
  }
  if (!data) return null;
  return (
    <div className={styles.samples}>
      <div className={styles.samplesBar}>
        <label htmlFor={id}>{t("Row limit")}</label>
        <Select
          id={id}
          size="small"
          value={size}
          options={SIZES.map((one) => ({ value: one, label: number(one) }))}
          onChange={(next) => setPlace({ size: next, page: 1 })}
        />
        <Pages size={size} page={page} total={data.total_count} onPage={(next) => setPlace({ size, page: next })} />
      </div>
      <ResultGrid result={data} search={search} label={t("Samples")} isRaw onShown={onShown} />
    </div>
  );
}

interface PagesProps {
  size: number;
  page: number;
  total: number;
  onPage(page: number): void;
}

function Pages({ size, page, total, onPage }: PagesProps) {
  const first = (page - 1) * size + 1;
  const last = Math.min(page * size, total);
  if (total <= size) return <span>{t("{total, plural, one {# row} other {all # rows}}", { total })}</span>;
  return (
    <>
      <span>{t("{first, number}–{last, number} of {total, number} rows", { first, last, total })}</span>
      <IconButton
        size={24}
        label={t("Previous rows")}
        icon={<ChevronLeft size={14} />}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        size={24}
        label={t("Next rows")}
        icon={<ChevronRight size={14} />}
        disabled={last === total}
        onClick={() => onPage(page + 1)}
      />
    </>
  );
}
