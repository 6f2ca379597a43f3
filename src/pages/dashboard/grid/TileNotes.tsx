import { Button } from "antd";
import { Filter, Unplug } from "lucide-react";
import { t } from "../../../i18n/translate.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { hasValue } from "../../../model/native-filter-query.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Message } from "../../../ui/Message.tsx";
import { queriedAt } from "../../../web/chart-view/chart-state.ts";
import { exactTime, shortTime } from "../../../web/client/clock.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { useOpenFilters } from "../state/open-filters.ts";
import { useEditing } from "./edit-context.ts";
import styles from "./Tile.module.css";
import type { Tile } from "./use-tile.ts";

const TrashedChart = lazyComponent(async () => (await import("./TrashedChart.tsx")).TrashedChart);
const MarkdownText = lazyComponent(async () => (await import("./MarkdownText.tsx")).MarkdownText);

const MISSING = t("The chart was deleted or isn't shared with you.");
const MISSING_IN_EDITOR = t(
  "The chart was deleted or isn't shared with you. Delete this tile and save to remove the gap.",
);

/** Editors of the dashboard are offered to restore it; readers only see that it is missing. */
export function MissingChart({ name, chartId }: { name?: string | null; chartId: number }) {
  const isEditing = useEditing() !== null;
  const { canEdit } = useDashboardPage();
  const plain = (
    <Message
      compact
      icon={<Unplug size={20} />}
      title={name ? t("“{name}” is missing", { name }) : t("This chart is missing")}
      text={isEditing ? MISSING_IN_EDITOR : MISSING}
    />
  );
  return (
    <section className={styles.tile} aria-label={name || t("Missing chart")}>
      {canEdit && !isEditing ? <TrashedChart chartId={chartId} plain={plain} fallback={plain} /> : plain}
    </section>
  );
}

export function RequiredFilter({ filter }: { filter: NativeFilter }) {
  const openFilters = useOpenFilters();
  const isChosen = useView((view) => hasValue(view.chosen[filter.id]));
  const title = isChosen
    ? t("Apply the filters to see this chart")
    : t("Choose a value for “{filter}” to see this chart", { filter: filter.name });
  return (
    <div className={`${styles.body} ${styles.waits}`}>
      <Message
        compact
        icon={<Filter size={20} />}
        title={title}
        text={
          isChosen
            ? t("“{filter}” is required, and its value isn't applied yet.", { filter: filter.name })
            : t("“{filter}” is required, so no query has run yet.", { filter: filter.name })
        }
        actions={
          <Button size="small" onClick={() => openFilters(filter.id)}>
            {t("Go to filter")}
          </Button>
        }
      />
    </div>
  );
}

export function QueriedAt({ tile: { dashboard, gate, state } }: { tile: Pick<Tile, "dashboard" | "gate" | "state"> }) {
  const at = gate.kind === "open" && dashboard.metadata.show_chart_timestamps && state ? queriedAt(state) : undefined;
  if (!at) return null;
  return (
    <p className={styles.queried} title={exactTime(at)}>
      {t("Queried {time}", { time: shortTime(at) })}
    </p>
  );
}

export function TileDescription({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <div className={styles.description}>
      <MarkdownText text={text} />
    </div>
  );
}
