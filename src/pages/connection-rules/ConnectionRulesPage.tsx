import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Folder, Plus, Server, ShieldCheck, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { ListDefinition } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { isAdmin } from "../../web/session/session.ts";
import styles from "./connection-rules.module.css";
import { LIST_KEY, type LocationRow, loadLocations, PATH } from "./locations.ts";

const AllowDialog = lazyComponent(async () => (await import("./AllowDialog.tsx")).AllowDialog);
const RemoveDialog = lazyComponent(async () => (await import("./RemoveDialog.tsx")).RemoveDialog);

/** `?new=1&kind=host&location=localhost` opens the dialog with these values. */
export function ConnectionRulesPage() {
  const canWrite = isAdmin();
  const { isNew, openNew, close } = useDialogAddress(PATH, canWrite);
  const [toRemove, setToRemove] = useState<LocationRow>();
  const definition = useMemo(() => locationList({ canWrite, onRemove: setToRemove }), [canWrite]);
  return (
    <ListView
      definition={definition}
      actions={
        canWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            {t("Allow a host or folder")}
          </Button>
        ) : undefined
      }
    >
      <Rules />
      {isNew ? <AllowDialog onClose={close} /> : null}
      {toRemove ? <RemoveDialog row={toRemove} onClose={() => setToRemove(undefined)} /> : null}
    </ListView>
  );
}

function Rules() {
  const { data } = useQuery({ queryKey: [LIST_KEY, "rules"], queryFn: ({ signal }) => loadLocations(signal) });
  if (!data) return null;
  return (
    <p className={styles.rules}>
      {rich(
        "Databases can always be on {networks, select, private {public and private networks} other {public networks}}, and in files directly in <code>{home}</code>. Everything else is blocked unless it is listed here: the server's own machine, reserved addresses, other folders. Cloud metadata addresses are always blocked.",
        {
          networks: data.private_networks ? "private" : "other",
          home: data.home,
          code: (text) => <code>{text}</code>,
        },
      )}
    </p>
  );
}

const KINDS = {
  host: { icon: Server, text: t("Host") },
  folder: { icon: Folder, text: t("Folder") },
} as const;

function Kind({ kind }: Pick<LocationRow, "kind">) {
  const { icon: Icon, text } = KINDS[kind];
  return <Pill icon={<Icon size={12} />}>{text}</Pill>;
}

const VARIABLES = { host: "TESSERA_ALLOWED_HOSTS", folder: "TESSERA_DATABASE_FOLDERS" } as const;

function AllowedBy({ source, kind, created_by: user }: LocationRow) {
  if (source === "environment") return <code>{VARIABLES[kind]}</code>;
  return user ? `${user.first_name} ${user.last_name}`.trim() : t("Deleted user");
}

const COLUMNS: ListDefinition<LocationRow>["columns"] = [
  { id: "location", header: t("Host or folder"), cell: () => null },
  { id: "kind", header: t("Type"), width: "14%", cell: (row) => <Kind kind={row.kind} /> },
  { id: "created_by", header: t("Allowed by"), width: "28%", from: 640, cell: (row) => <AllowedBy {...row} /> },
  {
    id: "created_on",
    header: t("Allowed"),
    width: "16%",
    from: 640,
    cell: (row) => (row.created_on === null ? null : <RelativeTime at={row.created_on} short capitalized />),
  },
];

interface LocationListOptions {
  canWrite: boolean;
  onRemove(row: LocationRow): void;
}

function locationList({ canWrite, onRemove }: LocationListOptions): ListDefinition<LocationRow> {
  return {
    key: LIST_KEY,
    title: t("Connection rules"),
    noun: { one: "allowed location", many: "allowed locations" },
    columns: COLUMNS,
    filters: [],
    initialSort: { column: "created_on", order: "desc" },
    sorts: [],
    select: [],
    load: async ({ page = 0, page_size: size = 25 }, signal) => {
      const { rows } = await loadLocations(signal);
      return { count: rows.length, result: rows.slice(page * size, (page + 1) * size) };
    },
    nameOf: (row) => row.location,
    rowActions: [
      {
        key: "remove",
        label: t("Remove"),
        icon: Trash2,
        inline: true,
        danger: true,
        when: (row) => canWrite && row.source === "settings",
        run: onRemove,
      },
    ],
    bulkActions: [],
    emptyIcon: ShieldCheck,
    empty: {
      title: t("No hosts or folders allowed yet"),
      text: t("Allow a host or folder here, or in the dialog that connects a database."),
    },
  };
}
