import { Button } from "antd";
import {
  ChevronDown,
  Ellipsis,
  GitCompareArrows,
  History,
  Info,
  LayoutDashboard,
  PencilLine,
  Share2,
  Trash2,
  Undo2,
} from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ChartDetail } from "../../../api/chart/contract.ts";
import { CommentsButton } from "../../../features/comments/CommentsButton.tsx";
import { useEmailReportMenu } from "../../../features/email-report/use-email-report-menu.tsx";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { AvatarGroup } from "../../../ui/Avatar.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { Tooltip } from "../../../ui/Tooltip.tsx";
import { Certified } from "../../../web/components/Certified.tsx";
import { PageHeader } from "../../../web/components/PageHeader.tsx";
import { RelativeTime } from "../../../web/components/RelativeTime.tsx";
import { Star } from "../../../web/components/Star.tsx";
import { useFavoriteStatus } from "../../../web/session/favorites.ts";
import { openDialog } from "../state/dialogs.ts";
import { useDerivedState, useExplore } from "../workbench/store-context.ts";
import { HistoryButtons, useHistoryEntries } from "./HistoryButtons.tsx";
import styles from "./header.module.css";
import { NameField } from "./NameField.tsx";
import { useChartDetail } from "./use-chart-detail.ts";
import { useChartMenu } from "./use-chart-menu.ts";
import { useSave } from "./use-save.ts";

const ManagedChart = lazyComponent(async () => (await import("./ManagedChart.tsx")).ManagedChart);

export function ExploreHeader() {
  const name = useExplore((state) => state.name);
  return (
    <PageHeader
      titleAs="div"
      tabTitle={name || t("New chart")}
      title={<NameField />}
      status={<ChartStatus />}
      actions={<ChartActions />}
    />
  );
}

function ChartStatus() {
  const chart = useExplore((state) => state.chart);
  const favorites = useFavoriteStatus("chart", chart ? [chart.id] : []);
  const { data: detail } = useChartDetail();
  return (
    <>
      {chart ? <Star kind="chart" id={chart.id} name={chart.name} value={favorites.data?.get(chart.id)} /> : null}
      {chart?.isManagedExternally ? <ManagedChart chart={chart} /> : null}
      <Altered />
      <Certified by={detail?.certified_by} details={detail?.certification_details ?? null} isStop />
      {detail ? <ChartPeople detail={detail} /> : null}
    </>
  );
}

function useChangeCount(): number {
  const chart = useExplore((state) => state.chart);
  const { changes, isRenamed } = useDerivedState();
  return changes + (isRenamed && chart ? 1 : 0);
}

function Altered() {
  const chart = useExplore((state) => state.chart);
  const count = useChangeCount();
  if (count === 0) return null;
  return (
    <button type="button" className={styles.altered} onClick={() => openDialog("changes")}>
      {chart
        ? rich(
            "{count, plural, one {Altered · # <words>change not saved</words>} other {Altered · # <words>changes not saved</words>}}",
            { count, words: (text) => <span className={styles.alteredWords}>{text}</span> },
          )
        : t("Not saved")}
    </button>
  );
}

function ChartPeople({ detail }: { detail: ChartDetail }) {
  const savedAt = useExplore((state) => state.chart?.state);
  return (
    <>
      {detail.owners.length > 0 ? (
        <span className={styles.people}>
          <AvatarGroup people={detail.owners} max={3} />
        </span>
      ) : null}
      {detail.description ? (
        <Tooltip title={detail.description}>
          <button
            type="button"
            className={styles.about}
            aria-label={t("Description: {text}", { text: detail.description })}
          >
            <Info size={14} aria-hidden />
          </button>
        </Tooltip>
      ) : null}
      {savedAt === undefined ? null : (
        <span className={styles.edited}>{rich("Edited <at></at>", { at: () => <RelativeTime at={savedAt} /> })}</span>
      )}
      {detail.dashboards.length > 0 ? <OnDashboards dashboards={detail.dashboards} /> : null}
    </>
  );
}

function useDashboardItems(dashboards: ChartDetail["dashboards"]): MenuEntry[] {
  const navigate = useNavigate();
  return dashboards.map((one) => ({
    key: `dashboard-${one.id}`,
    label: one.dashboard_title || t("[ untitled dashboard ]"),
    onSelect: () => void navigate(`/superset/dashboard/${one.id}/`),
  }));
}

const MENU_DASHBOARDS = 10;

function OnDashboards({ dashboards }: { dashboards: ChartDetail["dashboards"] }) {
  const items = useDashboardItems(dashboards);
  const isLong = dashboards.length > MENU_DASHBOARDS;
  const button = (
    <button type="button" className={styles.dashboards} onClick={isLong ? () => openDialog("dashboards") : undefined}>
      <LayoutDashboard size={14} aria-hidden />
      {t("On {count, plural, one {# dashboard} other {# dashboards}}", { count: dashboards.length })}
      {isLong ? null : <ChevronDown size={14} aria-hidden />}
    </button>
  );
  return isLong ? button : <Menu items={items}>{button}</Menu>;
}

function dashboardEntries(items: readonly MenuEntry[]): MenuEntry[] {
  if (items.length === 0) return [];
  const entry = { key: "dashboards", icon: <LayoutDashboard size={14} /> };
  if (items.length <= MENU_DASHBOARDS) return [{ ...entry, label: t("On dashboards"), children: items }];
  return [{ ...entry, label: t("On dashboards…"), onSelect: () => openDialog("dashboards") }];
}

function ChartActions() {
  const { altered, isRenamed } = useDerivedState();
  const chart = useExplore((state) => state.chart);
  const discard = useExplore((state) => state.discard);
  const isChanged = altered.length > 0 || isRenamed;
  const [isMenuOpened, setMenuOpened] = useState(false);
  const emailReport = useEmailReportMenu({ noun: "chart", id: chart?.id, name: chart?.name ?? "" }, isMenuOpened);
  const more = useMoreMenu(emailReport.entries);
  return (
    <>
      <HistoryButtons />
      {chart ? <CommentsButton noun="chart" id={chart.id} /> : null}
      <Button icon={<Share2 size={14} />} className={styles.wideOnly} onClick={() => openDialog("share")}>
        {t("Share")}
      </Button>
      {chart && isChanged ? (
        <Button onClick={discard} className={styles.wideOnly}>
          {t("Discard")}
        </Button>
      ) : null}
      <SaveButton />
      <Menu items={more} placement="bottomRight" onOpenChange={(isOpen) => isOpen && setMenuOpened(true)}>
        <IconButton label={t("More actions")} icon={<Ellipsis size={16} />} size={32} />
      </Menu>
      {emailReport.dialog}
    </>
  );
}

function SaveButton() {
  const { save, canAdd, canOverwrite, isSaving, isReady } = useSave();
  const isNew = useExplore((state) => state.chart === null);
  if (!canAdd) return null;
  const items: MenuEntry[] = [
    ...(canOverwrite ? [{ key: "overwrite", label: t("Save"), keys: "Mod+S", onSelect: () => void save() }] : []),
    { key: "as", label: isNew ? t("Save") : t("Save as…"), onSelect: () => openDialog("save-as") },
    { key: "dashboard", label: t("Save and add to dashboard…"), onSelect: () => openDialog("save") },
  ];
  return (
    <div className={styles.split}>
      <Button
        type="primary"
        loading={isSaving}
        disabled={!isReady}
        title={isReady ? undefined : t("Fix the highlighted settings first")}
        onClick={() => (canOverwrite ? void save() : openDialog("save-as"))}
      >
        {canOverwrite || isNew ? t("Save") : t("Save as")}
      </Button>
      <Menu items={items} placement="bottomRight">
        <Button
          type="primary"
          disabled={!isReady}
          icon={<ChevronDown size={14} />}
          aria-label={t("More save options")}
        />
      </Menu>
    </div>
  );
}

function useMoreMenu(emailReport: readonly MenuEntry[]): MenuEntry[] {
  const chartMenu = useChartMenu();
  const chart = useExplore((state) => state.chart);
  const discard = useExplore((state) => state.discard);
  const { canOverwrite } = useSave();
  const isUnchanged = useChangeCount() === 0;
  const { data: detail } = useChartDetail();
  const dashboards = useDashboardItems(detail?.dashboards ?? []);
  const history = useHistoryEntries();
  const own: MenuEntry[] = chart
    ? [
        {
          key: "properties",
          label: canOverwrite ? t("Edit chart properties") : t("Chart properties"),
          icon: <PencilLine size={14} />,
          onSelect: () => openDialog("properties"),
        },
        { key: "versions", label: t("Versions"), icon: <History size={14} />, onSelect: () => openDialog("versions") },
        { key: "own", divider: true },
      ]
    : [];
  return [
    ...own,
    ...dashboardEntries(dashboards),
    { key: "share", label: t("Share"), icon: <Share2 size={14} />, onSelect: () => openDialog("share") },
    ...emailReport,
    ...history,
    {
      key: "discard",
      label: t("Discard changes"),
      icon: <Undo2 size={14} />,
      disabled: isUnchanged,
      onSelect: discard,
    },
    {
      key: "changes",
      label: t("Show changes"),
      icon: <GitCompareArrows size={14} />,
      disabled: isUnchanged,
      onSelect: () => openDialog("changes"),
    },
    { key: "chart", divider: true },
    ...chartMenu,
    ...(chart && canOverwrite
      ? [
          { key: "end", divider: true as const },
          {
            key: "delete",
            label: t("Delete chart"),
            icon: <Trash2 size={14} />,
            danger: true,
            onSelect: () => openDialog("delete"),
          },
        ]
      : []),
  ];
}
