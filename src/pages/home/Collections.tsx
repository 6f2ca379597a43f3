import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Copy, EllipsisVertical, ExternalLink, Star } from "lucide-react";
import { Link } from "react-router";
import { RISON } from "rison2";
import { t } from "../../i18n/translate.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useSkeleton } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { useFavorites, useToggleFavorite } from "../../web/session/favorites.ts";
import { type SessionUser, useUser } from "../../web/session/session.ts";
import { useStored } from "../../web/session/storage.ts";
import { copyText } from "../../web/toasts/clipboard.ts";
import { toast } from "../../web/toasts/toasts.ts";
import table from "./Collections.module.css";
import styles from "./HomePage.module.css";
import {
  type Collection,
  type HomeItem,
  ICONS,
  type Kind,
  loadCollection,
  PAGE_SIZE,
  type Page,
  readableKinds,
} from "./home-data.ts";

const COLLECTIONS = [
  { value: "mine", label: t("Mine##items") },
  { value: "favorite", label: t("Favorite##items") },
  { value: "other", label: t("Other##items") },
] as const;
const KIND_WORDS = {
  all: t("All##kinds"),
  dashboard: t("Dashboards"),
  chart: t("Charts"),
  query: t("Queries"),
  dataset: t("Datasets"),
} as const;
const ONE = { dashboard: t("Dashboard"), chart: t("Chart"), query: t("Saved query"), dataset: t("Dataset") } as const;
const LISTS: Record<Kind, string> = {
  dashboard: "/dashboard/list/",
  chart: "/chart/list/",
  query: "/savedqueryview/list/",
  dataset: "/tablemodelview/list/",
};

export function Collections() {
  const user = useUser();
  const [kind, setKind] = useStored<Kind | "all">("home.kind", "all");
  const kinds = readableKinds();
  const { collection, setCollection, query, isEmpty } = useCollection(kind, kinds);
  const { data, error, isPlaceholderData, refetch } = query;
  const isStale = isPlaceholderData && data?.count !== 0;
  const waiting = useSkeleton(query.isPending || (isPlaceholderData && !isStale));
  // Recents say that there is nothing to open.
  if (isEmpty) return null;
  const options = (["all", ...kinds] as const).map((value) => ({ value, label: KIND_WORDS[value] }));
  return (
    <section className={styles.section} aria-label={t("Dashboards and charts")}>
      <div className={styles.head}>
        <h2 className="visually-hidden">{t("Dashboards and charts")}</h2>
        <Segmented label={t("Collection")} value={collection} options={COLLECTIONS} onChange={setCollection} />
        <Segmented label={t("Type")} value={kind} options={options} onChange={setKind} />
        {kind !== "all" && data ? (
          <Link className={styles.more} to={listAddress(kind, collection, user)}>
            {t("View all ({count, number})", { count: data.count })}
          </Link>
        ) : null}
      </div>
      <div className={styles.panel} data-stale={isStale}>
        {error ? (
          <ErrorState
            compact
            title={t("There was an error fetching the filtered charts and dashboards:")}
            text={toApiError(error).message}
            onRetry={refetch}
          />
        ) : !waiting && data?.items.length === 0 ? (
          <EmptyState compact {...emptyTexts(collection)} />
        ) : (
          <ItemTable items={waiting ? undefined : data?.items} />
        )}
      </div>
    </section>
  );
}

/** Until the user chooses a collection: their own items, or those of others if they have none. */
function useCollection(kind: Kind | "all", all: readonly Kind[]) {
  const { userId } = useUser();
  const [chosen, setChosen] = useStored<Collection | undefined>("home.collection", undefined);
  const optionsOf = (collection: Collection, of: Kind | "all") => ({
    queryKey: ["home", collection, of, userId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      loadCollection({ kinds: of === "all" ? all : [of], collection, userId }, signal),
    placeholderData: keepPreviousData<Page>,
  });
  const mine = useQuery({ ...optionsOf("mine", "all"), enabled: chosen === undefined });
  const ownsNothing = mine.data?.count === 0;
  const collection = chosen ?? (ownsNothing ? "other" : "mine");
  const query = useQuery(optionsOf(collection, kind));
  const isEmpty =
    chosen === undefined && ownsNothing && kind === "all" && !query.isPlaceholderData && query.data?.count === 0;
  return { collection, setCollection: (next: Collection) => setChosen(next), query, isEmpty };
}

function emptyTexts(collection: Collection): { title: string; text: string } {
  if (collection === "favorite")
    return { title: t("No favorites yet"), text: t("Star a dashboard or chart to find it here.") };
  if (collection === "mine")
    return {
      title: t("You haven't created anything yet"),
      text: t("Things you create or co-own appear here."),
    };
  return { title: t("Nothing here yet"), text: t("Dashboards and charts by other users appear here.") };
}

export function listAddress(kind: Kind, collection: Collection, user: SessionUser): string {
  if (kind === "query") return LISTS.query;
  const label = `${user.firstName} ${user.lastName}`.trim() || user.username;
  if (collection === "mine") {
    return `${LISTS[kind]}?filters=${encodeURIComponent(RISON.stringify({ owners: { label, value: user.userId } }))}`;
  }
  if (collection === "favorite" && kind !== "dataset") {
    return `${LISTS[kind]}?filters=${encodeURIComponent(RISON.stringify({ favorite: { label: "Yes", value: true } }))}`;
  }
  return LISTS[kind];
}

function ItemTable({ items }: { items: readonly HomeItem[] | undefined }) {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th>{t("Name")}</th>
          <th className={table.wide}>{t("Type")}</th>
          <th className={table.wide}>{t("Source")}</th>
          <th className={table.end}>{t("Edited##column")}</th>
          <th className={table.acts}>
            <span className="visually-hidden">{t("Actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items === undefined
          ? Array.from({ length: PAGE_SIZE }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <tr key={index}>
                <td colSpan={5}>
                  <Skeleton width="60%" />
                </td>
              </tr>
            ))
          : items.map((item) => <ItemRow key={item.kind + item.id} item={item} />)}
      </tbody>
    </table>
  );
}

function ItemRow({ item }: { item: HomeItem }) {
  const Icon = ICONS[item.kind];
  const entries = useEntries(item);
  return (
    <tr>
      <td>
        <span className={table.name}>
          <Icon size={14} />
          <Link to={item.url} dir="auto" title={item.title}>
            {item.title}
          </Link>
          {item.published === undefined ? null : (
            <Pill tone={item.published ? "success" : "neutral"}>{item.published ? t("Published") : t("Draft")}</Pill>
          )}
        </span>
      </td>
      <td className={table.wide}>{ONE[item.kind]}</td>
      <td className={table.wide} dir="auto">
        {item.source}
      </td>
      <td className={table.end}>
        <RelativeTime at={item.at} short capitalized />
      </td>
      <td className={table.acts}>
        <Menu items={entries} placement="bottomRight">
          <button type="button" className={table.more} aria-label={t("Actions for {title}", { title: item.title })}>
            <EllipsisVertical size={16} />
          </button>
        </Menu>
      </td>
    </tr>
  );
}

function useEntries(item: HomeItem): MenuEntry[] {
  const { data: favorites = [] } = useFavorites();
  const kind = item.kind === "dashboard" || item.kind === "chart" ? item.kind : undefined;
  const toggle = useToggleFavorite(kind ?? "dashboard");
  const isFavorite = favorites.some((each) => each.kind === item.kind && each.id === item.id);
  const copy = async () => {
    if (await copyText(new URL(item.url, window.location.origin).href)) toast.success(t("Link Copied!"));
  };
  return [
    {
      key: "tab",
      label: t("Open in new tab"),
      icon: <ExternalLink size={16} />,
      onSelect: () => void window.open(item.url, "_blank", "noopener"),
    },
    { key: "copy", label: t("Copy link"), icon: <Copy size={16} />, onSelect: copy },
    ...(kind
      ? [
          {
            key: "star",
            label: isFavorite ? t("Remove from favorites") : t("Add to favorites"),
            icon: <Star size={16} />,
            onSelect: () => toggle.mutate({ id: item.id, value: !isFavorite }),
          },
        ]
      : []),
  ];
}
