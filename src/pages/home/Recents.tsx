import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useSkeleton } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { ChartPicture } from "../../web/components/ChartPicture.tsx";
import { pictureAddress } from "../../web/components/picture.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { KIND_ICONS } from "../../web/navigation/places.ts";
import { useRecents } from "../../web/session/recents.ts";
import { can, useUser } from "../../web/session/session.ts";
import { useStored } from "../../web/session/storage.ts";
import styles from "./HomePage.module.css";
import { loadActivity, suggestedItems, VIEWED_SHOWN } from "./home-data.ts";
import cards from "./Recents.module.css";

type Tab = "viewed" | "edited" | "created";
const TABS = [
  { value: "viewed", label: t("Viewed##items") },
  { value: "edited", label: t("Edited##items") },
  { value: "created", label: t("Created##items") },
] as const;
const viewed = (ago: ReactNode) => rich("Viewed <time></time>", { time: () => ago });
const edited = (ago: ReactNode) => rich("Edited <time></time>", { time: () => ago });
const WORDS: Record<Tab, { when(ago: ReactNode): ReactNode; title: string; text: string }> = {
  viewed: { when: viewed, title: t("Nothing viewed yet"), text: t("Dashboards and charts you open appear here.") },
  edited: { when: edited, title: t("Nothing edited yet"), text: t("Dashboards and charts you edit appear here.") },
  // Lists tell when things were changed, not when they were made.
  created: { when: edited, title: t("Nothing created yet"), text: t("Dashboards and charts you create appear here.") },
};

interface Recent {
  kind: "dashboard" | "chart" | "dataset";
  title: string;
  url: string;
  vizType?: string;
  at: number;
}

export function Recents() {
  const [tab, setTab] = useStored<Tab>("home.recents", "viewed");
  const { items, error, waiting, retry, isBeginning, hasNothing } = useTab(tab);
  const empty = hasNothing ? emptyTexts() : WORDS[tab];
  const words = isBeginning ? { ...WORDS[tab], when: edited } : WORDS[tab];
  return (
    <section className={styles.section} aria-labelledby="home-recents">
      <div className={styles.head}>
        <h2 id="home-recents">{t("Recents")}</h2>
        <Segmented label={t("Recents")} value={tab} options={TABS} onChange={setTab} />
        {isBeginning ? <span className={styles.hint}>{t("Nothing viewed yet. Start with one of these:")}</span> : null}
      </div>
      {error ? (
        <div className={styles.panel}>
          <ErrorState compact title={t("Failed to load recents")} text={toApiError(error).message} onRetry={retry} />
        </div>
      ) : !waiting && items.length === 0 ? (
        <div className={styles.panel}>
          <EmptyState
            compact
            title={empty.title}
            text={empty.text}
            actions={
              hasNothing ? undefined : (
                <Link to="/dashboard/list/">
                  <Button tabIndex={-1}>{t("Open a dashboard")}</Button>
                </Link>
              )
            }
          />
        </div>
      ) : (
        <ul className={cards.cards}>
          {waiting
            ? Array.from({ length: VIEWED_SHOWN }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <SkeletonCard key={index} />
              ))
            : items.slice(0, VIEWED_SHOWN).map((item) => <Card key={item.url} item={item} when={words.when} />)}
        </ul>
      )}
    </section>
  );
}

function useTab(tab: Tab) {
  const { userId } = useUser();
  const viewed = useRecents();
  const activity = useQuery({
    queryKey: ["home", tab],
    enabled: tab !== "viewed",
    queryFn: ({ signal }) => loadActivity(tab === "created" ? "created" : "edited", userId, signal),
  });
  const isFirst = tab === "viewed" && viewed.data?.length === 0;
  const first = useQuery(suggestedItems(isFirst));
  const chosen = isFirst ? first : tab === "viewed" ? viewed : activity;
  const items: readonly Recent[] = chosen.data ?? [];
  return {
    items,
    error: chosen.error,
    waiting: useSkeleton(chosen.isPending),
    retry: () => void chosen.refetch(),
    isBeginning: isFirst && items.length > 0,
    hasNothing: isFirst && items.length === 0,
  };
}

function emptyTexts(): { title: string; text: string } {
  if (can("can_write", "Database"))
    return { title: t("No dashboards yet"), text: t("Dashboards and charts you open appear here.") };
  return {
    title: t("No dashboards are shared with you yet"),
    text: t("Ask an administrator for access. Dashboards you can open appear here."),
  };
}

function Card({ item, when }: { item: Recent; when(ago: ReactNode): ReactNode }) {
  const Icon = KIND_ICONS[item.kind];
  return (
    <li>
      <Link to={item.url} className={cards.card}>
        <span className={cards.picture}>
          <ChartPicture
            kind={item.kind}
            vizType={item.vizType}
            seed={seedOf(item.url)}
            src={item.kind === "dataset" ? undefined : pictureAddress(item.kind, item.url)}
          />
        </span>
        <span className={cards.title} dir="auto" title={item.title}>
          {item.title}
        </span>
        <span className={cards.note}>
          <Icon size={14} />
          {when(<RelativeTime at={item.at} short />)}
        </span>
      </Link>
    </li>
  );
}

function SkeletonCard() {
  return (
    <li className={cards.card}>
      <span className={cards.picture} />
      <span className={cards.title}>
        <Skeleton width="70%" />
      </span>
      <span className={cards.note}>
        <Skeleton width="40%" />
      </span>
    </li>
  );
}

function seedOf(url: string): number {
  return Number(/\d+/.exec(url)?.[0] ?? url.length);
}
