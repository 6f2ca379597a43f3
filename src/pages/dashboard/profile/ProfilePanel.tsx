import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Link2, RefreshCw, X } from "lucide-react";
import { useNavigate } from "react-router";
import { createProfile } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { PHASES } from "../../../model/tile-profile.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { QueryFailure } from "../../../web/chart-view/QueryFailure.tsx";
import { call } from "../../../web/client/client.ts";
import { exactTime, parseMoment } from "../../../web/client/clock.ts";
import { can } from "../../../web/session/session.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage } from "../state/context.ts";
import { type DashboardStore, visibleCharts } from "../state/store.ts";
import { withParams } from "../state/url.ts";
import styles from "./Profile.module.css";
import { ProfileRow } from "./ProfileRow.tsx";
import { msText, PHASE_NAMES } from "./reason-texts.ts";
import {
  explainedTiles,
  type ProfiledTile,
  sharedReasons,
  useLiveTiles,
  useReasons,
  useSharedTiles,
} from "./use-tiles.ts";

const KEYS = ["profile", "profile_key"];
/** Of the dashboard; those of tiles come later. */
const MENU = "[data-dashboard] header [aria-haspopup=menu]";

/** Below the dashboard: where the time of each chart goes, and why. `sharedKey`: a stored profile instead of this page's. */
export function ProfilePanel({ sharedKey }: { sharedKey: string | undefined }) {
  return sharedKey === undefined ? <LiveProfile /> : <SharedProfile sharedKey={sharedKey} />;
}

function LiveProfile() {
  const { store } = useDashboardPage();
  const { tiles, isLoading } = useLiveTiles();
  const client = useQueryClient();
  const refresh = (force: boolean) => store.getState().refreshCharts([...visibleCharts(store.getState())], force);
  const canShare = can("can_write", "DashboardPermalinkRestApi") && tiles.some(({ tile }) => tile);
  return (
    <Panel tiles={tiles} isLoading={isLoading} isShared={false}>
      <Button size="small" icon={<RefreshCw size={14} />} onClick={() => refresh(false)}>
        {t("Refresh")}
      </Button>
      <Button size="small" onClick={() => refresh(true)}>
        {t("Refresh (ignore cache)")}
      </Button>
      {canShare ? (
        <Button
          size="small"
          icon={<Link2 size={14} />}
          disabled={isLoading}
          onClick={() => void share(client, store, tiles)}
        >
          {t("Copy link")}
        </Button>
      ) : null}
    </Panel>
  );
}

function SharedProfile({ sharedKey }: { sharedKey: string }) {
  const { tiles, error, refetch, createdOn } = useSharedTiles(sharedKey);
  const navigate = useNavigate();
  const profileNow = () =>
    void navigate({ search: withParams(window.location.search, { profile_key: null, profile: "1" }) });
  return (
    <Panel tiles={tiles} isLoading={false} isShared error={error} onRetry={() => void refetch()}>
      {createdOn ? <span className={styles.time}>{exactTime(parseMoment(createdOn))}</span> : null}
      <Button size="small" onClick={profileNow}>
        {t("New profile")}
      </Button>
    </Panel>
  );
}

async function share(client: QueryClient, store: DashboardStore, tiles: readonly ProfiledTile[]): Promise<void> {
  try {
    const id = String(store.getState().dashboard.detail.id);
    const body = { tiles: explainedTiles(client, tiles) };
    const { key } = await call(createProfile, { params: { id }, body });
    const { origin, pathname, hash, search } = window.location;
    const link = origin + pathname + withParams(search, { profile: null, profile_key: key }) + hash;
    if (await copyText(link)) toast.success(t("Link copied. It works for 30 days."));
  } catch (error) {
    toast.error(error);
  }
}

interface PanelProps {
  tiles: readonly ProfiledTile[];
  isLoading: boolean;
  isShared: boolean;
  error?: Error | null;
  onRetry?(): void;
  children: React.ReactNode;
}

function Panel({ tiles, isLoading, isShared, error, onRetry, children }: PanelProps) {
  const navigate = useNavigate();
  const close = () => {
    const search = withParams(window.location.search, Object.fromEntries(KEYS.map((key) => [key, null])));
    void navigate({ search, hash: window.location.hash }, { replace: true });
    document.querySelector<HTMLElement>(MENU)?.focus();
  };
  const allMs = Math.max(1, ...tiles.map(({ tile }) => tile?.wallMs ?? 0));
  const reasons = useReasons(tiles, !isShared && !isLoading);
  const shared = sharedReasons(reasons.values());
  const canSeeQuery = can("can_view_query", "Dashboard");
  return (
    <section className={styles.panel} aria-label={t("Performance profile")} data-profile>
      <header className={styles.header}>
        <h2 className={styles.title}>{t("Performance profile")}</h2>
        <span className={styles.all} role="status">
          {isLoading
            ? t("Loading…")
            : t("{count, plural, one {# chart} other {# charts}} in {time}", {
                count: tiles.length,
                time: msText(allMs),
              })}
        </span>
        <span className={styles.actions}>{children}</span>
        <IconButton label={t("Close")} icon={<X size={16} />} onClick={close} />
      </header>
      {error ? <QueryFailure title={t("This link doesn't exist")} error={error} onRetry={onRetry} /> : null}
      <ul className={styles.legend} aria-hidden>
        {PHASES.map((phase) => (
          <li key={phase}>
            <span className={styles.swatch} data-phase={phase} />
            {t(PHASE_NAMES[phase])}
          </li>
        ))}
      </ul>
      {shared.texts.map((text) => (
        <p key={text} className={styles.shared}>
          <strong>{t("{count, plural, one {# chart} other {# charts}}", { count: shared.count })}</strong> {text}
        </p>
      ))}
      <ol className={styles.rows}>
        {tiles.map((profiled) => {
          const own = (reasons.get(profiled) ?? []).filter((text) => !shared.texts.includes(text));
          return <ProfileRow key={profiled.chartId} {...{ profiled, allMs, canSeeQuery }} reasons={own} />;
        })}
      </ol>
    </section>
  );
}
