import { Button } from "antd";
import { CodeXml } from "lucide-react";
import { useState } from "react";
import { show } from "../../../api/dashboard/contract.ts";
import { useEmailReportMenu } from "../../../features/email-report/use-email-report-menu.tsx";
import { AudienceWarning, ShareDialog as SharedDialog, type SharedLink } from "../../../features/share/ShareDialog.tsx";
import { list } from "../../../i18n/intl.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { nameOf } from "../../../ui/Avatar.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { call } from "../../../web/client/client.ts";
import { can } from "../../../web/session/session.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { permalinkOf } from "../state/share.ts";
import type { DashboardStore } from "../state/store.ts";
import { currentState } from "./current-state.ts";
import { downloadsOf } from "./download-entries.tsx";
import { PublishedPill } from "./PublishedPill.tsx";
import { usePublished } from "./use-published.ts";

const PublicLinks = lazyComponent(async () => (await import("../../../features/share/PublicLinks.tsx")).PublicLinks);
const StoredProperties = lazyComponent(
  async () => (await import("../../../features/dashboard-properties/StoredProperties.tsx")).StoredProperties,
);
const EmbedDialog = lazyComponent(async () => (await import("./EmbedDialog.tsx")).EmbedDialog);

export function ShareDialog({ onClose }: { onClose(): void }) {
  const { store, canEdit } = useDashboardPage();
  const { id, title } = useView((view) => ({
    id: view.dashboard.detail.id,
    title: view.dashboard.detail.dashboard_title,
  }));
  const [link] = useState(() => linkOf(store));
  const [isEmbedding, setEmbedding] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const emailReport = useEmailReportMenu({ noun: "dashboard", id, name: title, now: () => currentState(store) }, true);
  const embed = {
    key: "embed",
    icon: <CodeXml size={14} />,
    label: t("Embed dashboard"),
    onSelect: () => setEmbedding(true),
  };
  return (
    <>
      <SharedDialog
        noun="dashboard"
        id={id}
        name={title}
        audience={<Audience onChange={() => setChanging(true)} />}
        link={link}
        emails={emailReport.entries}
        downloads={downloadsOf(store)}
        embedding={can("can_set_embedded", "Dashboard") ? [embed] : []}
        publicLinks={canEdit && can("can_write", "PublicLink") ? <PublicLinks dashboardId={id} /> : undefined}
        onClose={onClose}
      />
      {emailReport.dialog}
      {isChanging ? (
        <StoredProperties id={id} tab="access" onSaved={() => reload(store)} onClose={() => setChanging(false)} />
      ) : null}
      {isEmbedding ? <EmbedDialog dashboardId={id} onClose={() => setEmbedding(false)} /> : null}
    </>
  );
}

function linkOf(store: DashboardStore): SharedLink {
  const saved = new URL(store.getState().dashboard.detail.url, window.location.origin).href;
  if (!can("can_write", "DashboardPermalinkRestApi")) return { saved };
  const { words } = currentState(store);
  const label = words
    ? rich("With current selections: <strong>{words}</strong>", { words, strong: (text) => <strong>{text}</strong> })
    : t("With the current filters and tabs");
  return { saved, withState: { label, isDefault: words !== "", create: () => permalinkOf(store) } };
}

function Audience({ onChange }: { onChange(): void }) {
  const { canEdit } = useDashboardPage();
  const { detail, charts } = useView(({ dashboard }) => ({
    detail: dashboard.detail,
    charts: dashboard.charts.size,
  }));
  const { owners, folder } = detail;
  const shared = [...detail.roles, ...(folder?.viewer_roles ?? [])];
  const roles = [...new Map(shared.map((role) => [role.id, role])).values()];
  const { published, isBusy, toggle } = usePublished();
  const roleNames = list(
    roles.map(({ name }) => name),
    "commas",
  );
  const publish = (
    <Button size="small" loading={isBusy} onClick={() => void toggle()}>
      {t("Publish")}
    </Button>
  );
  return (
    <>
      {published ? (
        <div>
          <PublishedPill />
        </div>
      ) : (
        <AudienceWarning action={canEdit ? publish : undefined}>
          {roles.length > 0
            ? t("Draft: only its owners and administrators can open it, also with a link.")
            : t("Draft: it isn't listed for others, but users with access to its data can open it with a link.")}
        </AudienceWarning>
      )}
      <p>{viewersText({ published, roleNames, hasCharts: charts > 0 })}</p>
      <p>
        {owners.length > 0
          ? t("Owners: {names}", {
              names: list(owners.map(nameOf), "commas"),
            })
          : t("No owners: only administrators can change it.")}
      </p>
      {canEdit ? (
        <Button size="small" onClick={onChange}>
          {t("Change owners and roles")}
        </Button>
      ) : null}
    </>
  );
}

/** What the properties change of the open dashboard, as stored. */
async function reload(store: DashboardStore): Promise<void> {
  const { id } = store.getState().dashboard.detail;
  const { result } = await call(show, { params: { id: `${id}` } });
  const { dashboard, replaceDashboard } = store.getState();
  const { dashboard_title, owners, roles, published } = result;
  replaceDashboard({ ...dashboard, detail: { ...dashboard.detail, dashboard_title, owners, roles, published } });
}

interface Viewers {
  published: boolean;
  roleNames: string;
  hasCharts: boolean;
}

function viewersText({ published, roleNames, hasCharts }: Viewers): string {
  if (roleNames) {
    return published
      ? t("Users with one of these roles, including charts whose datasets they can't access: {roles}", {
          roles: roleNames,
        })
      : t("Once it's published, users with one of these roles: {roles}", { roles: roleNames });
  }
  return hasCharts
    ? t("Users with access to the data of at least one chart. They see only the charts whose data they can access.")
    : t("All users, as it has no charts.");
}
