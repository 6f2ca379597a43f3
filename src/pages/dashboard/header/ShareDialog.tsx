import { Button } from "antd";
import { CodeXml } from "lucide-react";
import { useState } from "react";
import { useEmailReportMenu } from "../../../features/email-report/use-email-report-menu.tsx";
import { AudienceWarning, ShareDialog as SharedDialog, type SharedLink } from "../../../features/share/ShareDialog.tsx";
import { list } from "../../../i18n/intl.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { nameOf } from "../../../ui/Avatar.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { can } from "../../../web/session/session.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { permalinkOf } from "../state/share.ts";
import type { DashboardStore } from "../state/store.ts";
import { currentState } from "./current-state.ts";
import { downloadsOf } from "./download-entries.tsx";
import { PublishedPill } from "./PublishedPill.tsx";
import { usePublished } from "./use-published.ts";

const PublicLinks = lazyComponent(async () => (await import("../../../features/share/PublicLinks.tsx")).PublicLinks);
const EmbedDialog = lazyComponent(async () => (await import("./EmbedDialog.tsx")).EmbedDialog);

export function ShareDialog({ onClose }: { onClose(): void }) {
  const { store, canEdit } = useDashboardPage();
  const { id, title } = useView((view) => ({
    id: view.dashboard.detail.id,
    title: view.dashboard.detail.dashboard_title,
  }));
  const [link] = useState(() => linkOf(store));
  const [isEmbedding, setEmbedding] = useState(false);
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
        audience={<Audience />}
        link={link}
        emails={emailReport.entries}
        downloads={downloadsOf(store)}
        embedding={can("can_set_embedded", "Dashboard") ? [embed] : []}
        publicLinks={canEdit && can("can_write", "PublicLink") ? <PublicLinks dashboardId={id} /> : undefined}
        onClose={onClose}
      />
      {emailReport.dialog}
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

function Audience() {
  const { canEdit } = useDashboardPage();
  const { detail, charts } = useView(({ dashboard }) => ({ detail: dashboard.detail, charts: dashboard.charts.size }));
  const { owners } = detail;
  const roles = [
    ...new Map([...detail.roles, ...(detail.folder?.viewer_roles ?? [])].map((role) => [role.id, role])).values(),
  ];
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
    </>
  );
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
