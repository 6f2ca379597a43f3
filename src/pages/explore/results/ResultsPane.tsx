import { ChevronDown, ChevronUp, Copy, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { tableToTsv } from "../../../chart-kit/table/tsv.ts";
import type { ShownRows } from "../../../chart-seam/table-column.ts";
import { saveShown } from "../../../features/shown-rows/save.ts";
import { fileName } from "../../../features/shown-rows/texts.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { columnLabel, metricLabel } from "../../../model/adhoc.ts";
import { type Dataset, datasourceOf } from "../../../model/dataset.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { type Answer, answersOf } from "../../../web/chart-view/answers.ts";
import { limitReached } from "../../../web/chart-view/chart-state.ts";
import { can } from "../../../web/session/session.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { downloadData } from "../header/downloads.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import { ResultsTable } from "./ResultsTable.tsx";
import styles from "./results.module.css";
import { SamplesTable } from "./SamplesTable.tsx";

const SqlView = lazyComponent(async () => (await import("./SqlView.tsx")).SqlView);

interface ResultsPaneProps {
  isOpen: boolean;
  onToggle(): void;
}

export type VisibleTable = ShownRows;

export function ResultsPane({ isOpen, onToggle }: ResultsPaneProps) {
  const { run } = useWorkbench();
  const [tab, setTab] = useState("results-0");
  const [text, setText] = useState("");
  const [shown, setShown] = useState<VisibleTable>();
  const askAll = isOpen ? run.cells?.askAll : undefined;
  useEffect(() => askAll?.(), [askAll]);
  const found = answersOf(run);
  const answers: readonly (Answer | undefined)[] = found.length > 0 ? found : [undefined];
  const names = namesOf(found);
  const results = answers.map((answer, index) => ({
    key: `results-${index}`,
    label: answer?.part ?? names[index] ?? t("Results"),
    content: isOpen ? <ResultsTable answer={answer} search={text} onShown={setShown} /> : null,
  }));
  const samples = {
    key: "samples",
    label: t("Samples"),
    content: isOpen ? <SamplesTable search={text} onShown={setShown} /> : null,
  };
  const tabs = [
    ...results,
    ...(can("can_samples", "Datasource") ? [samples] : []),
    {
      key: "sql",
      label: "SQL",
      content: isOpen ? <SqlView fallback={<SkeletonLines />} /> : null,
    },
  ];
  const active = tabs.some((one) => one.key === tab) ? tab : "results-0";
  const isTable = active !== "sql" && isOpen;
  return (
    <section className={styles.pane} aria-label={t("Data")}>
      <Tabs
        label={t("Data")}
        tabs={tabs}
        active={active}
        onChange={(key) => {
          setTab(key);
          setShown(undefined);
          if (!isOpen) onToggle();
        }}
        extra={
          <div className={styles.tools}>
            {isTable ? (
              <TableTools
                shown={shown}
                answer={active === "samples" ? null : answers[tabs.findIndex((one) => one.key === active)]}
                text={text}
                onText={setText}
              />
            ) : null}
            <IconButton
              label={isOpen ? t("Hide data") : t("Show data")}
              keys="Mod+Shift+D"
              icon={isOpen ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
              onClick={onToggle}
            />
          </div>
        }
      />
    </section>
  );
}

interface TableToolsProps {
  shown: VisibleTable | undefined;
  answer: Answer | null | undefined;
  text: string;
  onText(text: string): void;
}

function TableTools({ shown, answer, text, onText }: TableToolsProps) {
  const { run } = useWorkbench();
  const items = useDownloads(shown, answer);
  const limit = answer === null || text ? undefined : limitReached(run);
  const copy = () => {
    if (shown) void copyWithToast(tableToTsv(shown.rows, shown.columns));
  };
  return (
    <>
      <span className={styles.size} role="status" data-cut={limit !== undefined || undefined}>
        {shown ? sizeText(shown, limit) : null}
      </span>
      <SearchField label={t("Search rows")} value={text} onChange={onText} className={styles.search} />
      <IconButton label={t("Copy rows")} icon={<Copy size={16} />} disabled={!shown} onClick={copy} />
      {items.length > 0 ? (
        <Menu items={items} placement="bottomRight">
          <IconButton label={t("Download rows")} icon={<Download size={16} />} disabled={!shown} />
        </Menu>
      ) : null}
    </>
  );
}

/** Of the queries of one chart: by their dimensions or their metrics, if those differ. */
function namesOf(answers: readonly Answer[]): readonly (string | undefined)[] {
  if (answers.length < 2) return [];
  const byColumns = answers.map(({ query }) => list((query?.columns ?? []).map(columnLabel), "commas") || t("Total"));
  const byMetrics = answers.map(({ query }) => list((query?.metrics ?? []).map(metricLabel), "commas"));
  const isTelling = (names: readonly string[]) => new Set(names).size === names.length && !names.includes("");
  const numbered = answers.map((_, index) => t("Results {index, number}", { index: index + 1 }));
  return [byColumns, byMetrics].find(isTelling) ?? numbered;
}

function sizeText(table: VisibleTable, limit: number | undefined): string {
  const size = { rows: table.rows.length, columns: table.columns.length };
  // Bins and pivots have fewer rows than were read for them.
  if (limit !== undefined && limit > size.rows) {
    return t("From the first {limit, number} rows · {columns, plural, one {# column} other {# columns}}", {
      ...size,
      limit,
    });
  }
  return limit !== undefined
    ? t("First {rows, plural, one {# row} other {# rows}} · {columns, plural, one {# column} other {# columns}}", size)
    : t("{rows, plural, one {# row} other {# rows}} · {columns, plural, one {# column} other {# columns}}", size);
}

function useDownloads(shown: VisibleTable | undefined, answer: Answer | null | undefined): MenuEntry[] {
  const dataset = useExplore((state) => state.dataset);
  const own = useExplore((state) => state.name || state.dataset.table_name);
  if (!can("can_csv", "Superset")) return [];
  const isSamples = answer === null;
  const name = answer?.part ? `${own} ${answer.part}` : own;
  const context = isSamples ? sampleContext(dataset, shown) : answer?.context;
  const whole = (kind: "csv" | "xlsx", all: string, first: string): MenuEntry => ({
    key: kind === "csv" ? "all-csv" : kind,
    label: isSamples ? first : all,
    disabled: !context,
    onSelect: () => void downloadData(context, { name, kind }),
  });
  return [
    {
      key: "csv",
      label: t("CSV (visible rows)"),
      onSelect: () => void saveShown(shown, "csv", fileName(name, "csv")),
    },
    {
      key: "json",
      label: t("JSON (visible rows)"),
      onSelect: () => void saveShown(shown, "json", fileName(name, "json")),
    },
    {
      key: "shown-xlsx",
      label: t("Excel (visible rows)"),
      onSelect: () => void saveShown(shown, "xlsx", fileName(name, "xlsx")),
    },
    whole("csv", t("CSV (all rows)"), t("CSV (first {count, number} rows)", { count: SAMPLE_ROWS })),
    whole("xlsx", t("Excel (all rows)"), t("Excel (first {count, number} rows)", { count: SAMPLE_ROWS })),
  ];
}

const SAMPLE_ROWS = 10_000;

function sampleContext(dataset: Dataset, shown: VisibleTable | undefined): QueryContext | undefined {
  if (!shown) return undefined;
  const columns = shown.columns.map((column) => column.key);
  return { datasource: datasourceOf(dataset), queries: [{ columns, metrics: [], row_limit: SAMPLE_ROWS }] };
}
