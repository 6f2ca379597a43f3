import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import {
  Columns3,
  FileText,
  Heading,
  Minus,
  PanelRightClose,
  PanelRightOpen,
  PanelTop,
  Plus,
  Rows3,
} from "lucide-react";
import { type ComponentType, useState } from "react";
import { type ChartRow, list } from "../../../api/chart/contract.ts";
import { chartCard } from "../../../chart-types/index.ts";
import { newComponent } from "../../../editor/layout-edits.ts";
import { t } from "../../../i18n/translate.ts";
import { chartSize, type ComponentType as LayoutType } from "../../../model/dashboard-layout.ts";
import { placedCharts } from "../../../model/layout-tree.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Message } from "../../../ui/Message.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { call } from "../../../web/client/client.ts";
import { useDebounced } from "../../../web/client/clock.ts";
import { chartTypeName } from "../../../web/components/chart-type-name.ts";
import { useUser } from "../../../web/session/session.ts";
import { useStored } from "../../../web/session/storage.ts";
import { useMedia } from "../../../web/session/theme.ts";
import styles from "./builder.module.css";
import { useSnapshot } from "./editor-context.ts";
import { LibraryItem } from "./LibraryItem.tsx";

const PAGE_SIZE = 100;
const SORTS = [
  { value: "changed_on_delta_humanized", label: t("Recently modified"), direction: "desc" },
  { value: "slice_name", label: t("Name"), direction: "asc" },
  { value: "viz_type", label: t("Type"), direction: "asc" },
  { value: "datasource_name", label: t("Dataset"), direction: "asc" },
] as const;

type Sort = (typeof SORTS)[number]["value"];

export function BuilderPane() {
  const [tab, setTab] = useState("charts");
  const isSmall = useMedia("(max-width: 1199px)");
  const [chosen, setOpen] = useStored<boolean | null>("editor.pane", null);
  if (!(chosen ?? !isSmall)) {
    return (
      <aside className={styles.paneClosed} aria-label={t("Add to dashboard")}>
        <button type="button" onClick={() => setOpen(true)}>
          <PanelRightOpen size={16} aria-hidden />
          <span>{t("Add charts and layout elements")}</span>
        </button>
      </aside>
    );
  }
  return (
    <aside className={styles.pane} aria-label={t("Add to dashboard")} data-pane-at-end>
      <div className={styles.paneHead}>
        <Segmented
          label={t("What to add")}
          value={tab}
          options={[
            { value: "charts", label: t("Charts") },
            { value: "layout", label: t("Layout") },
          ]}
          onChange={setTab}
        />
        <IconButton
          label={t("Hide charts and layout elements")}
          icon={<PanelRightClose size={16} />}
          onClick={() => setOpen(false)}
        />
      </div>
      {tab === "charts" ? <ChartLibrary /> : null}
      <LayoutElements alone={tab === "layout"} />
    </aside>
  );
}

function ChartLibrary() {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<Sort>("changed_on_delta_humanized");
  const [onlyMine, setOnlyMine] = useStored<boolean>("editor.onlyMine", false);
  const { document } = useSnapshot();
  const placed = placedCharts(document.layout);
  const query = useCharts({ search: useDebounced(search.trim()), sort, onlyMine });
  const rows = query.data?.pages.flatMap((page) => page.result) ?? [];
  const total = query.data?.pages[0]?.count;
  return (
    <>
      <div className={styles.paneTools}>
        <SearchField
          label={
            total === undefined
              ? t("Search charts")
              : t("Search {count, plural, one {# chart} other {# charts}}", { count: total })
          }
          value={search}
          onChange={setSearch}
        />
        <a className={styles.newChart} href="/chart/add">
          <Plus size={16} aria-hidden /> {t("New")}
        </a>
      </div>
      <div className={styles.paneSort}>
        <select aria-label={t("Sort charts by")} value={sort} onChange={(event) => setSort(event.target.value as Sort)}>
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <label htmlFor="only-mine">
          {t("Only mine")}{" "}
          <Checkbox id="only-mine" checked={onlyMine} onChange={(event) => setOnlyMine(event.target.checked)} />
        </label>
      </div>
      {query.error ? <Message compact tone="error" title={t("Could not fetch all saved charts")} /> : null}
      <ul className={styles.library} aria-label={t("Charts")} aria-busy={query.isFetching}>
        {rows.map((chart) => (
          <ChartItem key={chart.id} chart={chart} isPlaced={placed.has(chart.id)} />
        ))}
        {rows.length === 0 && query.isSuccess ? <li className={styles.none}>{t("No charts found")}</li> : null}
        {query.hasNextPage ? (
          <li>
            <button type="button" className={styles.more} onClick={() => void query.fetchNextPage()}>
              {t("Show more")}
            </button>
          </li>
        ) : null}
      </ul>
    </>
  );
}

function ChartItem({ chart, isPlaced }: { chart: ChartRow; isPlaced: boolean }) {
  const { id, uuid, slice_name, viz_type } = chart;
  const card = chartCard(viz_type ?? "");
  const meta = { chartId: id, uuid, sliceName: slice_name, ...chartSize(viz_type ?? "", card?.category) };
  return (
    <LibraryItem
      title={slice_name}
      detail={chartTypeName(viz_type ?? undefined)}
      source={datasetName(chart)}
      iconName={card?.icon}
      note={isPlaced ? t("On this dashboard") : undefined}
      make={() => newComponent("CHART", meta)}
      chart={chart}
    />
  );
}

function datasetName(chart: ChartRow): string | undefined {
  return chart.datasource_name_text?.split(".").at(-1);
}

function useCharts({ search, sort, onlyMine }: { search: string; sort: Sort; onlyMine: boolean }) {
  const { userId } = useUser();
  const direction = SORTS.find((one) => one.value === sort)?.direction ?? "asc";
  return useInfiniteQuery({
    queryKey: ["chart", "builder", search, sort, onlyMine],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      call(
        list,
        {
          q: {
            filters: [
              ...(search ? [{ col: "slice_name", opr: "chart_all_text", value: search }] : []),
              ...(onlyMine ? [{ col: "owners", opr: "rel_m_m", value: userId }] : []),
            ],
            order_column: sort,
            order_direction: direction,
            page: pageParam,
            page_size: PAGE_SIZE,
          },
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.count ? pages.length : undefined),
  });
}

const ELEMENTS: readonly { type: LayoutType; label: string; Icon: ComponentType<{ size?: number }> }[] = [
  { type: "TABS", label: t("Tabs"), Icon: PanelTop },
  { type: "ROW", label: t("Row"), Icon: Rows3 },
  { type: "COLUMN", label: t("Column"), Icon: Columns3 },
  { type: "HEADER", label: t("Heading"), Icon: Heading },
  { type: "MARKDOWN", label: t("Text"), Icon: FileText },
  { type: "DIVIDER", label: t("Divider"), Icon: Minus },
];

function LayoutElements({ alone }: { alone: boolean }) {
  return (
    <section className={alone ? styles.elementsAlone : styles.elements} aria-label={t("Layout elements")}>
      {alone ? null : <h2>{t("Layout elements")}</h2>}
      <ul>
        {ELEMENTS.map(({ type, label, Icon }) => (
          <LibraryItem key={type} title={label} icon={<Icon size={16} />} isTile make={() => newComponent(type)} />
        ))}
      </ul>
    </section>
  );
}
