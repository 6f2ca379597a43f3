import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import {
  type Affected,
  type Counts,
  type Impact as ImpactFound,
  impact,
  NODE_KINDS,
  type NodeKind,
  type ProposedChange,
} from "../../api/lineage/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { nameOf } from "../../ui/Avatar.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../client/client.ts";
import { toApiError } from "../client/errors.ts";
import styles from "./Impact.module.css";
import { LINEAGE_COUNTS } from "./lineage-kinds.ts";

/** Of each kind, before the rest is folded. */
const SHOWN = 4;
/** Until recent changes are read. */
const PENDING_MS = 1000;

interface ImpactProps {
  change: ProposedChange;
  /** False where it's said beside it. */
  saysNone?: boolean;
}

/** What a change would break, with owners and views, before it's done. */
export function Impact({ change, saysNone = true }: ImpactProps) {
  const { data, error } = useQuery({
    queryKey: ["lineage", "impact", change],
    queryFn: async ({ signal }) => (await call(impact, { body: change }, { signal })).result,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.pending > 0 ? PENDING_MS : false),
  });
  if (error)
    return (
      <p role="alert" className={styles.failure}>
        {t("Can't tell what this breaks: {message}", { message: toApiError(error).message })}
      </p>
    );
  if (!data) return <SkeletonLines lines={2} />;
  if (countOf(data) === 0 && data.pending === 0) return saysNone ? <Nothing change={change} /> : null;
  return <Found found={data} change={change} />;
}

const Nothing = ({ change }: { change: ProposedChange }) => (
  <p className={styles.none}>{change.ids.length > 1 ? t("Nothing else uses them.") : t("Nothing else uses it.")}</p>
);

function Found({ found, change }: { found: ImpactFound; change: ProposedChange }) {
  const { affected, hidden, pending } = found;
  const groups = groupsOf(found);
  return (
    <section className={styles.impact} aria-label={t("Affected items")}>
      {groups.length > 0 ? (
        <div className={styles.groups}>
          {groups.map((group) => (
            <Group key={group.kind} {...group} change={change} />
          ))}
        </div>
      ) : null}
      {affected.length < countOf(found) - totalOf(hidden) ? (
        <p className={styles.note}>{t("Only the most viewed items are listed.")}</p>
      ) : null}
      {totalOf(hidden) > 0 ? (
        <p className={styles.note}>
          {t(
            "{count, plural, one {# item you can't see is affected, too.} other {# items you can't see are affected, too.}}",
            {
              count: totalOf(hidden),
            },
          )}
        </p>
      ) : null}
      {pending > 0 ? (
        <p className={styles.note}>{t("Recent changes are still being read. There may be more.")}</p>
      ) : null}
    </section>
  );
}

interface GroupProps {
  title: string;
  items: readonly Affected[];
  change: ProposedChange;
}

function Group({ title, items, change }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? items : items.slice(0, SHOWN);
  return (
    <section aria-label={title}>
      <h4 className={styles.kind}>{title}</h4>
      <ul className={styles.list}>
        {shown.map((each) => (
          <Item key={each.key} item={each} effect={effectOf(each, change)} />
        ))}
      </ul>
      {shown.length < items.length ? (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {t("Show all {count, number}", { count: items.length })}
        </Button>
      ) : null}
    </section>
  );
}

/** By kind, with how many the user can see of each, also those that aren't listed. */
function groupsOf(found: ImpactFound) {
  const { affected, hidden } = found;
  const visibleOf = (kind: NodeKind) =>
    countsIn(found).reduce((sum, counts) => sum + (counts[kind] ?? 0), 0) - (hidden[kind] ?? 0);
  return GROUPS.flatMap((kind) => {
    const items = affected.filter((each) => each.kind === kind);
    return items.length > 0
      ? [{ kind, items, title: LINEAGE_COUNTS[kind](Math.max(visibleOf(kind), items.length)) }]
      : [];
  });
}

/** What users look at first. */
const FIRST: readonly NodeKind[] = ["dashboard", "chart", "assertion"];
const GROUPS: readonly NodeKind[] = [...FIRST, ...NODE_KINDS.filter((kind) => !FIRST.includes(kind))];

const totalOf = (counts: Counts) => Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);

const countsIn = ({ deleted, breaks, changes, updates }: ImpactFound) => [deleted, breaks, changes, updates];
const countOf = (found: ImpactFound) => countsIn(found).reduce((sum, counts) => sum + totalOf(counts), 0);

interface Effect {
  tone: "error" | "warning" | "info";
  text: string;
}

const EFFECTS: Readonly<Record<Affected["effect"], Effect>> = {
  deleted: { tone: "error", text: t("Will be deleted") },
  breaks: { tone: "error", text: t("Breaks") },
  changes: { tone: "warning", text: t("Changes") },
  updates: { tone: "info", text: t("Will be updated") },
};
const LOST_FILTER: Effect = { tone: "warning", text: t("No longer filters the chart") };

const effectOf = ({ kind, effect }: Affected, change: ProposedChange): Effect =>
  change.kind === "chart" && change.swapped_to !== undefined && kind === "filter" ? LOST_FILTER : EFFECTS[effect];

function Item({ item, effect }: { item: Affected; effect: Effect }) {
  const { kind, label, within, url, because, owners } = item;
  const facts = [
    because.length > 0 ? t("uses {names}", { names: shortened(because) }) : undefined,
    owners.length > 0 ? t("Owners: {names}", { names: list(owners.map(nameOf), "commas") }) : undefined,
    viewsText(item),
  ];
  return (
    <li className={styles.item}>
      <span className={styles.name} dir="auto">
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {label}
          </a>
        ) : (
          label
        )}
        {within && kind !== "dataset" ? <span className={styles.within}> · {within}</span> : null}
      </span>
      <Pill tone={effect.tone}>{effect.text}</Pill>
      <span className={styles.facts}>{facts.filter((fact) => fact !== undefined).join(" · ")}</span>
    </li>
  );
}

const MOST_NAMES = 3;

function shortened(names: readonly string[]): string {
  const count = names.length - MOST_NAMES;
  const rest = count > 0 ? [t("{count, number} more", { count })] : [];
  return list([...names.slice(0, MOST_NAMES), ...rest], "commas");
}

function viewsText({ views, viewers }: Affected): string | undefined {
  if (views === null) return undefined;
  if (views === 0) return t("No views in 30 days");
  return t(
    "{views, plural, one {# view} other {# views}} by {viewers, plural, one {# user} other {# users}} in 30 days",
    { views, viewers: viewers ?? 0 },
  );
}
