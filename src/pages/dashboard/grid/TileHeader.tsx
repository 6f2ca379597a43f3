import { Clock, Crosshair, Minimize2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazy } from "../../../ui/lazy.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Pill } from "../../../ui/Pill.tsx";
import { limitReached, staleSince } from "../../../web/chart-view/chart-state.ts";
import { isAccessError, isMissingDataset } from "../../../web/chart-view/problem-actions.ts";
import { clockTime } from "../../../web/client/clock.ts";
import { runLazy } from "../../../web/toasts/run-lazy.ts";
import { useDashboardPage, useViewActions } from "../state/context.ts";
import { useEditing } from "./edit-context.ts";
import styles from "./Tile.module.css";
import type { TileDialog } from "./TileDialogs.tsx";
import { TileMenuButton } from "./TileMenuButton.tsx";
import type { Tile } from "./use-tile.ts";

export const FilterBadge = lazyComponent(async () => (await import("./FilterBadge.tsx")).FilterBadge);
/** Shared with the line below the header. */
export const TileAssertions = lazyComponent(async () => (await import("./TileAssertions.tsx")).TileAssertions);
const TileMenu = lazyComponent(async () => (await import("./TileMenu.tsx")).TileMenu);

const OPEN_EXPLORE = lazy(() => import("./open-explore.ts"));

export const openInExplore = (tile: Tile, chartId: number) =>
  runLazy(OPEN_EXPLORE, ({ openExplore }) => openExplore(tile, chartId));

interface TileHeaderProps {
  chartId: number;
  title: string;
  titleId: string;
  tile: Tile;
  assertions: ReactNode;
  isMenuOpen: boolean;
  onMenuOpen(open: boolean): void;
  onDialog(dialog: TileDialog): void;
}

export function TileHeader({ chartId, title, titleId, tile, ...props }: TileHeaderProps) {
  const { assertions, isMenuOpen, onMenuOpen, onDialog } = props;
  const { canExplore, hideChartControls, showRowLimitWarning } = useDashboardPage();
  const wasMenuOpen = useRef(false);
  wasMenuOpen.current ||= isMenuOpen;
  const isLink = useEditing() === null && canExplore;
  const subtitle = tile.isExpanded ? "" : firstLine(tile.chart?.description);
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <h3 id={titleId} className={styles.title} dir="auto" title={title}>
          {isLink ? (
            <a
              href={`/explore/?slice_id=${chartId}`}
              tabIndex={-1}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                void openInExplore(tile, chartId);
              }}
            >
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        {subtitle ? (
          <p className={styles.subtitle} dir="auto" title={tile.chart?.description ?? undefined}>
            {subtitle}
          </p>
        ) : null}
      </div>
      {hideChartControls ? (
        <>
          {showRowLimitWarning && <RowLimit tile={tile} />}
          {assertions}
        </>
      ) : (
        <div className={styles.tools}>
          <StatePill tile={tile} />
          {assertions}
          <SourceBadge chartId={chartId} tile={tile} />
          {tile.badges.length > 0 ? <FilterBadge entries={tile.badges} /> : null}
          <ExitFullscreen tile={tile} />
          {wasMenuOpen.current ? (
            <TileMenu
              chartId={chartId}
              title={title}
              tile={tile}
              isOpen={isMenuOpen}
              onOpen={onMenuOpen}
              onDialog={onDialog}
              fallback={<TileMenuButton title={title} autoFocus />}
            />
          ) : (
            <TileMenuButton title={title} onClick={() => onMenuOpen(true)} />
          )}
        </div>
      )}
    </header>
  );
}

export function firstLine(text: string | null | undefined): string {
  return (
    (text ?? "")
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}

function StatePill({ tile }: { tile: Tile }) {
  const { showRowLimitWarning } = useDashboardPage();
  const { state } = tile;
  if (tile.gate.kind !== "open") return null;
  const stale = state && staleSince(state);
  if (stale !== undefined) {
    return (
      <Pill tone="warning" icon={<Clock size={12} aria-hidden />}>
        {rich("<hidden>Data as of </hidden>{time}", {
          time: clockTime(stale),
          hidden: (text) => <span className="visually-hidden">{text}</span>,
        })}
      </Pill>
    );
  }
  if (state?.error && isAccessError(state.error)) return <Pill tone="warning">{t("No access")}</Pill>;
  if (state?.error && isMissingDataset(state.error)) return <Pill tone="warning">{t("No dataset")}</Pill>;
  if (state?.status === "failed") return <Pill tone="error">{t("Failed")}</Pill>;
  if (tile.seriesLimit)
    return <Pill tone="warning">{t("Largest {count, number} series", { count: tile.seriesLimit })}</Pill>;
  return showRowLimitWarning || /table/.test(tile.formData.viz_type) ? <RowLimit tile={tile} /> : null;
}

function RowLimit({ tile: { gate, state } }: { tile: Tile }) {
  const limit = gate.kind === "open" && state && limitReached(state);
  return limit ? <Pill tone="warning">{t("First {limit, number} rows", { limit })}</Pill> : null;
}

function ExitFullscreen({ tile }: { tile: Tile }) {
  const actions = useViewActions();
  if (!tile.isFullscreen) return null;
  return (
    <IconButton
      label={t("Exit fullscreen")}
      keys="Escape"
      icon={<Minimize2 size={14} />}
      size={24}
      onClick={() => actions().setFullscreen(null)}
    />
  );
}

function SourceBadge({ chartId, tile }: { chartId: number; tile: Tile }) {
  const actions = useViewActions();
  if (!tile.selected) return null;
  return (
    <button
      type="button"
      className={styles.badge}
      aria-label={t("Filtering other charts by {value}. Click to clear.", { value: tile.selected.label })}
      onClick={() => actions().clearSelection(chartId)}
    >
      <Crosshair size={14} aria-hidden />
      <span className={styles.badgeText}>{tile.selected.label}</span>
    </button>
  );
}
