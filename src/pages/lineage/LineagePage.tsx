import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { LINEAGE_KINDS as ASKED, type Counts, type Lineage, type NodeKind, show } from "../../api/lineage/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { LINEAGE_COUNTS, LINEAGE_KINDS } from "../../web/components/lineage-kinds.ts";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { PHONE, useMedia } from "../../web/session/theme.ts";
import { LineageGraph } from "./LineageGraph.tsx";
import { LineageList } from "./LineageList.tsx";
import styles from "./lineage.module.css";

/** Until recent changes are read. */
const PENDING_MS = 1000;

export function LineagePage() {
  const { kind = "", id = "" } = useParams();
  const [search] = useSearchParams();
  const name = search.get("name") ?? "";
  const asked = ASKED.find((each) => each === kind);
  const { data, error, refetch } = useQuery({
    queryKey: ["lineage", kind, id, name],
    queryFn: async ({ signal }) => {
      const params = { kind: asked ?? "dataset", id: Number(id) };
      return (await call(show, { params, ...(name && { query: { name } }) }, { signal })).result;
    },
    enabled: asked !== undefined && Number(id) > 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && state.data.pending > 0 ? PENDING_MS : false),
  });
  const known = error && toApiError(error);
  if (asked === undefined || !(Number(id) > 0) || known?.status === 404) return <NotFound />;
  return (
    <>
      <PageHeader title={data ? t("Lineage of {name}", { name: data.node.label }) : t("Lineage")} />
      <div className={styles.page}>
        {known ? <ErrorState title={known.title} text={known.message} onRetry={refetch} /> : null}
        {data ? <Found lineage={data} /> : known ? null : <SkeletonLines lines={8} />}
      </div>
    </>
  );
}

function Found({ lineage }: { lineage: Lineage }) {
  const { node, uses, used_by, hidden, is_truncated, pending } = lineage;
  const Picture = useMedia(PHONE) ? LineageList : LineageGraph;
  const hiddenCount = totalOf(hidden.uses) + totalOf(hidden.used_by);
  return (
    <>
      <p className={styles.summary}>
        <span>
          {LINEAGE_KINDS[node.kind]}
          {node.within ? ` · ${node.within}` : ""}
        </span>
        {node.url ? <a href={node.url}>{t("Open")}</a> : null}
        <span>{t("Uses: {items}", { items: countsText(uses) })}</span>
        <span>{t("Used by: {items}", { items: countsText(used_by) })}</span>
      </p>
      {hiddenCount > 0 ? (
        <p className={styles.note}>
          {t(
            "{count, plural, one {# item isn't shown, because you can't see it.} other {# items aren't shown, because you can't see them.}}",
            {
              count: hiddenCount,
            },
          )}
        </p>
      ) : null}
      {is_truncated ? <p className={styles.note}>{t("Only the nearest items are shown.")}</p> : null}
      {pending > 0 ? (
        <p className={styles.note}>{t("Recent changes are still being read. There may be more.")}</p>
      ) : null}
      {lineage.nodes.length === 0 ? (
        <EmptyState compact title={t("Nothing found")} text={t("What it uses, and what uses it, appears here.")} />
      ) : (
        <Picture key={node.key} lineage={lineage} />
      )}
    </>
  );
}

const totalOf = (counts: Counts) => Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);

function countsText(counts: Counts): string {
  const kinds = Object.entries(counts) as [NodeKind, number][];
  if (kinds.length === 0) return t("nothing");
  return list(
    kinds.map(([kind, count]) => LINEAGE_COUNTS[kind](count)),
    "commas",
  );
}
