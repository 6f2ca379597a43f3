import { Button } from "antd";
import { Ban, Link2, Settings2, UserX } from "lucide-react";
import { useMemo, useState } from "react";
import * as links from "../../api/public-link/contract.ts";
import {
  dayText,
  linkName,
  PUBLIC_LINKS_KEY,
  type PublicLink,
  usePublicLinkSettings,
} from "../../features/share/public-links.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { nameOf } from "../../ui/Avatar.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill, type PillTone } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { relatedFilter } from "../../web/list-view/standard.tsx";
import styles from "./public-links.module.css";

const RevokeDialog = lazyComponent(async () => (await import("../../features/share/RevokeDialog.tsx")).RevokeDialog);
const SettingsDialog = lazyComponent(async () => (await import("./SettingsDialog.tsx")).SettingsDialog);

interface ToRevoke {
  link: PublicLink;
  isAll: boolean;
}

export function PublicLinksPage() {
  const { data: settings } = usePublicLinkSettings();
  const [toRevoke, setToRevoke] = useState<ToRevoke>();
  const [isSetting, setSetting] = useState(false);
  const definition = useMemo(() => linkList(setToRevoke), []);
  return (
    <ListView
      definition={definition}
      actions={
        settings ? (
          <Button
            type={settings.enabled ? "default" : "primary"}
            icon={<Settings2 size={16} />}
            onClick={() => setSetting(true)}
          >
            {settings.enabled ? t("Settings") : t("Turn on")}
          </Button>
        ) : undefined
      }
    >
      {settings ? (
        <p className={styles.state}>
          {settings.enabled
            ? t(
                "Public links are on: users who can edit a dashboard can show it to anyone. New links last {days, plural, one {# day} other {# days}} at most.",
                { days: settings.max_days },
              )
            : t("Public links are off: nobody can create them, and existing ones don't work.")}
        </p>
      ) : null}
      {isSetting && settings ? <SettingsDialog settings={settings} onClose={() => setSetting(false)} /> : null}
      {toRevoke ? <RevokeDialog {...toRevoke} onClose={() => setToRevoke(undefined)} /> : null}
    </ListView>
  );
}

const STATUS: Readonly<Record<PublicLink["status"], { text: string; tone: PillTone }>> = {
  active: { text: t("Active"), tone: "success" },
  ended: { text: t("Ended"), tone: "neutral" },
  revoked: { text: t("Revoked"), tone: "error" },
};

function Status({ status }: Pick<PublicLink, "status">) {
  const { text, tone } = STATUS[status];
  return <Pill tone={tone}>{text}</Pill>;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: t("Name"), operator: "public_link_all_text" },
  {
    kind: "select",
    id: "status",
    key: "status",
    label: t("Status"),
    operator: "public_link_status",
    options: links.LINK_STATES.map((value) => ({ value, text: STATUS[value].text })),
  },
  relatedFilter(links.related, "created_by", t("Created by")),
];

const COLUMNS: ListDefinition<PublicLink>["columns"] = [
  { id: "name", header: t("Name"), sort: "name", cell: () => null },
  {
    id: "dashboard",
    header: t("Dashboard"),
    sort: "dashboard.dashboard_title",
    width: "18%",
    from: 640,
    cell: (row) => <span dir="auto">{row.dashboard?.dashboard_title}</span>,
  },
  {
    id: "created_by",
    header: t("Created by"),
    sort: "created_by.first_name",
    width: "13%",
    from: 960,
    cell: (row) => (row.created_by ? nameOf(row.created_by) : null),
  },
  { id: "status", header: t("Status"), width: "11%", cell: (row) => <Status status={row.status} /> },
  {
    id: "created_on",
    header: t("Created"),
    sort: "created_on",
    width: "11%",
    from: 1200,
    cell: (row) => <RelativeTime at={row.created_on} short capitalized />,
  },
  { id: "ends_on", header: t("Until"), sort: "ends_on", width: "11%", from: 640, cell: (row) => dayText(row.ends_on) },
  {
    id: "last_opened_on",
    header: t("Last opened"),
    sort: "last_opened_on",
    width: "11%",
    from: 960,
    cell: (row) => <RelativeTime at={row.last_opened_on} short capitalized />,
  },
  {
    id: "opens",
    header: t("Opened"),
    sort: "opens",
    width: "8%",
    align: "end",
    from: 640,
    cell: (row) => number(row.opens),
  },
];

function linkList(onRevoke: (toRevoke: ToRevoke) => void): ListDefinition<PublicLink> {
  return {
    key: PUBLIC_LINKS_KEY,
    title: t("Public links"),
    noun: { one: "public link", many: "public links" },
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "created_on", order: "desc" },
    sorts: [],
    select: [],
    load: (q, signal) => call(links.list, { q }, { signal }),
    nameOf: linkName,
    addressOf: ({ dashboard }) => (dashboard ? `/superset/dashboard/${dashboard.id}/` : undefined),
    rowActions: [
      {
        key: "revoke",
        label: t("Revoke"),
        icon: Ban,
        inline: true,
        danger: true,
        when: ({ status }) => status === "active",
        run: (link) => onRevoke({ link, isAll: false }),
      },
      {
        key: "revoke-all",
        label: t("Revoke all of this user"),
        icon: UserX,
        danger: true,
        when: ({ created_by }) => created_by?.id !== undefined,
        run: (link) => onRevoke({ link, isAll: true }),
      },
    ],
    bulkActions: [],
    emptyIcon: Link2,
    empty: {
      title: t("No public links yet"),
      text: t("Users who can edit a dashboard create them in its Share dialog."),
    },
  };
}
