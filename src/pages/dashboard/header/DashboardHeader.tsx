import { Button } from "antd";
import { BadgeCheck, Ellipsis, Folder, Pencil, RefreshCw, Share2, Star } from "lucide-react";
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { CommentsButton } from "../../../features/comments/CommentsButton.tsx";
import { userZone } from "../../../i18n/browser-zone.ts";
import { t } from "../../../i18n/translate.ts";
import { intervalText } from "../../../model/dashboard.ts";
import { AvatarGroup } from "../../../ui/Avatar.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Tooltip } from "../../../ui/Tooltip.tsx";
import { cachedAt } from "../../../web/chart-view/chart-state.ts";
import { clockTime, exactTime, parseMoment, relativeTime, useNow } from "../../../web/client/clock.ts";
import { isGuest } from "../../../web/client/guest.ts";
import { PageHeader } from "../../../web/components/PageHeader.tsx";
import { filteredList } from "../../../web/navigation/filtered-list.ts";
import { useFavoriteStatus, useToggleFavorite } from "../../../web/session/favorites.ts";
import { isVisitor } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { scrollToChart } from "../state/scroll-to.ts";
import { progressOf } from "../state/store.ts";
import type { AutoRefresh } from "../state/use-auto-refresh.ts";
import type { DashboardActions } from "../use-dashboard-actions.ts";
import styles from "./Header.module.css";
import { HeaderChips } from "./HeaderChips.tsx";
import { PublishedPill } from "./PublishedPill.tsx";

const ZonePill = lazyComponent(async () => (await import("./ZonePill.tsx")).ZonePill);
const BudgetPill = lazyComponent(async () => (await import("./BudgetPill.tsx")).BudgetPill);
const AssertionsPill = lazyComponent(async () => (await import("./AssertionsPill.tsx")).AssertionsPill);
const ManagedPill = lazyComponent(async () => (await import("./ManagedPill.tsx")).ManagedPill);
const MoreMenu = lazyComponent(async () => (await import("./MoreMenu.tsx")).MoreMenu);

const ShareDialog = lazyComponent(async () => (await import("./ShareDialog.tsx")).ShareDialog);

interface DashboardHeaderProps {
  actions: DashboardActions;
  refresh: AutoRefresh;
}

export function DashboardHeader({ actions, refresh }: DashboardHeaderProps) {
  const { canEdit } = useDashboardPage();
  const detail = useView((view) => view.dashboard.detail);
  const [isSharing, setSharing] = useState(false);
  const share = isGuest() ? undefined : () => setSharing(true);
  const zone = useView((view) => view.dashboard.metadata.time_zone);
  const isFailing = useView((view) => view.failing.length > 0);
  const hasBudget = useView((view) => view.dashboard.metadata.performance_budget != null);
  return (
    <PageHeader
      tabTitle={detail.dashboard_title}
      title={
        <span className={styles.title}>
          <span dir="auto" title={detail.dashboard_title}>
            {detail.dashboard_title}
          </span>
          <span className={styles.under}>
            <Freshness everySeconds={refresh.seconds} />
          </span>
        </span>
      }
      status={
        <>
          {isGuest() ? null : <DashboardStatus />}
          {zone && zone !== userZone() ? <ZonePill zone={zone} /> : null}
          {hasBudget && !isGuest() && !isVisitor() ? <BudgetPill id={detail.id} onOpen={actions.profile} /> : null}
          {isFailing ? <AssertionsPill /> : null}
          <HeaderChips />
        </>
      }
      actions={
        <>
          <span className={styles.wide}>
            <Freshness everySeconds={refresh.seconds} />
            <IconButton
              label={t("Refresh dashboard")}
              keys="r"
              icon={<RefreshCw size={16} />}
              onClick={actions.refresh}
            />
            {share ? (
              <Button icon={<Share2 size={14} />} onClick={share}>
                {t("Share")}
              </Button>
            ) : null}
            {canEdit ? (
              <Button icon={<Pencil size={14} />} onClick={actions.edit} className={styles.edit}>
                {t("Edit")}
              </Button>
            ) : null}
          </span>
          <DashboardComments />
          <FirstClick button={(open) => <MoreButton onClick={open} />}>
            <MoreMenu
              actions={actions}
              refresh={refresh}
              onShare={share}
              button={<MoreButton />}
              fallback={<MoreButton />}
            />
          </FirstClick>
          {isSharing ? <ShareDialog onClose={() => setSharing(false)} /> : null}
        </>
      }
    />
  );
}

function DashboardComments() {
  const { store } = useDashboardPage();
  const id = useView((view) => view.dashboard.detail.id);
  return <CommentsButton noun="dashboard" id={id} onShowChart={(chartId) => scrollToChart(store, chartId)} />;
}

function DashboardStatus() {
  const detail = useView((view) => view.dashboard.detail);
  return (
    <>
      {isVisitor() ? null : <FavoriteStar id={detail.id} />}
      {detail.is_managed_externally && !isVisitor() ? <ManagedPill /> : null}
      <span className={styles.wide}>
        <PublishedPill />
        <InFolder />
        {detail.certified_by ? <Certified by={detail.certified_by} details={detail.certification_details} /> : null}
        <AvatarGroup people={detail.owners} />
        <Edited at={detail.changed_on} by={detail.changed_by_name} />
      </span>
    </>
  );
}

function InFolder() {
  const folder = useView((view) => view.dashboard.detail.folder);
  const last = folder?.path.at(-1);
  if (!folder || !last) return null;
  const path = folder.path.map(({ name }) => name).join(" / ");
  return (
    <Tooltip title={path}>
      <Link
        className={styles.folder}
        to={filteredList("/dashboard/list/", { folder: { label: last.name, value: last.id } })}
        aria-label={t("Folder: {name}", { name: path })}
      >
        <Folder size={14} aria-hidden />
        <span dir="auto">{last.name}</span>
      </Link>
    </Tooltip>
  );
}

function MoreButton(rest: Omit<ComponentProps<typeof IconButton>, "label" | "icon">) {
  return <IconButton label={t("More actions")} icon={<Ellipsis size={16} />} size={32} {...rest} />;
}

function FavoriteStar({ id }: { id: number }) {
  const { data, error } = useFavoriteStatus("dashboard", [id]);
  useEffect(() => {
    if (error) toast.error(error, () => t("There was an issue fetching the favorite status of this dashboard."));
  }, [error]);
  const toggle = useToggleFavorite("dashboard");
  const isFavorite = data?.get(id) ?? false;
  return (
    <IconButton
      label={isFavorite ? t("Remove from favorites") : t("Add to favorites")}
      pressed={isFavorite}
      className={styles.star}
      icon={<Star size={16} fill={isFavorite ? "currentColor" : "none"} />}
      onClick={() => toggle.mutate({ id, value: !isFavorite })}
    />
  );
}

function Certified({ by, details }: { by: string; details: string | null }) {
  const text = details
    ? t("Certified by {name}: {details}", { name: by, details })
    : t("Certified by {name}", { name: by });
  return (
    <Tooltip title={text}>
      <span role="img" aria-label={text} className={styles.certified}>
        <BadgeCheck size={16} aria-hidden />
      </span>
    </Tooltip>
  );
}

function Edited({ at, by }: { at: string; by: string }) {
  const now = useNow();
  const moment = parseMoment(at);
  if (Number.isNaN(moment)) return null;
  return (
    <Tooltip title={by ? t("{time} by {name}", { time: exactTime(moment), name: by }) : exactTime(moment)}>
      <span>{t("Edited {time}", { time: relativeTime(moment, now) })}</span>
    </Tooltip>
  );
}

interface FirstClickProps {
  button(open: () => void): ReactElement;
  children: ReactNode;
}

function FirstClick({ button, children }: FirstClickProps) {
  const [wasClicked, setClicked] = useState(false);
  return wasClicked ? children : button(() => setClicked(true));
}

function Freshness({ everySeconds }: { everySeconds: number }) {
  const { asOf, failed, isBusy } = useView((view) => {
    const progress = progressOf(view, cachedAt);
    return { asOf: progress.asOf, failed: progress.failed.length, isBusy: progress.done < progress.total };
  });
  if (asOf === undefined && failed === 0) return null;
  const text =
    asOf === undefined
      ? t("Refresh failed")
      : failed > 0
        ? t("Refresh incomplete, {time}", { time: clockTime(asOf) })
        : t("Data as of {time}", { time: clockTime(asOf) });
  const repeats = everySeconds > 0 ? ` · ${intervalText(everySeconds)}` : "";
  return (
    <span
      className={styles.fresh}
      title={asOf === undefined ? undefined : exactTime(asOf)}
      data-state={failed > 0 ? "incomplete" : isBusy ? "busy" : "fresh"}
    >
      {text + repeats}
    </span>
  );
}
