import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, ChevronRight, Database, Folder, Table2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../i18n/translate.ts";
import { PUBLIC_ROLE } from "../../model/built-in-roles.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { useDebounced } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { isAdmin } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./data-access.module.css";
import {
  type DataNode,
  type DataRole,
  loadContents,
  loadDatabases,
  loadRoles,
  type Reading,
  readingOf,
  setReading,
} from "./data-access.ts";

const ROLES_KEY = ["data access", "roles"];

/** Which role reads which databases, schemas and datasets, over the permissions that the roles' dialogs show. */
export function DataAccessPage() {
  const [search, setSearch] = useState("");
  const debounced = useDebounced(search.trim().toLowerCase());
  const roles = useQuery({ queryKey: ROLES_KEY, queryFn: ({ signal }) => loadRoles(signal), staleTime: 0 });
  const databases = useQuery({
    queryKey: ["data access", "databases"],
    queryFn: ({ signal }) => loadDatabases(signal),
    staleTime: 0,
  });
  const error = roles.error ?? databases.error;
  const retry = () => {
    void roles.refetch();
    void databases.refetch();
  };
  return (
    <>
      <PageHeader
        title={t("Data access by role")}
        actions={
          <Link to="/roles/" className={styles.back}>
            <ArrowLeft size={16} aria-hidden />
            {t("Roles")}
          </Link>
        }
      />
      <div className={styles.page}>
        <SearchField label={t("Search by name")} value={search} onChange={setSearch} className={styles.search} />
        {error ? (
          <ErrorState title={t("Failed to load roles")} text={toApiError(error).message} onRetry={retry} />
        ) : roles.data && databases.data ? (
          <Matrix roles={roles.data} databases={databases.data} search={debounced} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
    </>
  );
}

type Databases = Awaited<ReturnType<typeof loadDatabases>>;

interface MatrixProps {
  roles: readonly DataRole[];
  databases: Databases;
  search: string;
}

function Matrix({ roles, databases, search }: MatrixProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => setOpened(opened.has(id) ? without(opened, id) : new Set([...opened, id]));
  const contents = useQueries({
    queries: databases.map((one) => ({
      queryKey: ["data access", "contents", one.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadContents(one, signal),
      enabled: search !== "" || opened.has(one.id),
      staleTime: 60_000,
    })),
  });
  const { change, question } = useChange();
  if (databases.length === 0)
    return (
      <EmptyState
        icon={<Database size={20} />}
        title={t("No databases yet")}
        text={t("Connected databases appear here.")}
      />
    );
  const groups = databases.map((one, at) => {
    const isOpen = search !== "" || opened.has(one.id);
    const nodes = (isOpen ? contents[at]?.data : undefined) ?? [];
    const shown = search === "" ? nodes : matching(nodes, search);
    const isShown = search === "" || shown.length > 0 || one.name.toLowerCase().includes(search);
    return { ...one, isOpen, shown, isShown, isLoading: isOpen && contents[at]?.isLoading, error: contents[at]?.error };
  });
  const found = groups.filter(({ isShown, isLoading }) => isShown || isLoading);
  if (found.length === 0) return <p className={styles.none}>{t("No databases, schemas or datasets found")}</p>;
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Data")}</th>
            {roles.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
                {name === PUBLIC_ROLE ? <small className={styles.note}>{t("without signing in")}</small> : null}
              </th>
            ))}
          </tr>
        </thead>
        {found.map(({ id, name, node, isOpen, shown, isLoading, error }) => (
          <tbody key={id}>
            <NodeRow
              node={node}
              roles={roles}
              onChange={change}
              expand={{ isOpen, label: t("Contents of {name}", { name }), onToggle: () => toggle(id) }}
            />
            {isLoading || error ? (
              <tr>
                <td colSpan={roles.length + 1}>{error ? toApiError(error).message : t("Loading…")}</td>
              </tr>
            ) : null}
            {shown.map((one) => (
              <NodeRow key={one.key} node={one} roles={roles} onChange={change} />
            ))}
          </tbody>
        ))}
      </table>
      {question}
    </div>
  );
}

const without = (ids: ReadonlySet<number>, id: number): Set<number> => new Set([...ids].filter((one) => one !== id));

/** With what contains them. */
function matching(nodes: readonly DataNode[], search: string): DataNode[] {
  const found = nodes.filter(({ name }) => name.toLowerCase().includes(search));
  const shown = new Set(found.flatMap((node) => [...node.within, node]));
  return nodes.filter((node) => shown.has(node));
}

interface Change {
  role: DataRole;
  node: DataNode;
  reads: boolean;
}

/** One at a time: each replaces all permissions of a role. Data is published to visitors after a confirmation only. */
function useChange() {
  const [asked, setAsked] = useState<Change>();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: "data access" },
    mutationFn: async ({ role, node, reads }: Change) => {
      if (node.pairId !== undefined) await setReading(role.id, node.pairId, reads);
    },
    onMutate: ({ role, node: { pairId = 0 }, reads }) =>
      queries.setQueryData<DataRole[]>(ROLES_KEY, (all) =>
        all?.map((one) => {
          if (one.id !== role.id) return one;
          const others = without(one.permissionIds, pairId);
          return { ...one, permissionIds: reads ? others.add(pairId) : others };
        }),
      ),
    onSuccess: (_, made) => {
      const names = { role: made.role.name, name: made.node.name };
      const text = made.reads ? t("{role} can now read {name}", names) : t("{role} can no longer read {name}", names);
      toast.success(text, { action: { label: t("Undo"), run: () => mutate({ ...made, reads: !made.reads }) } });
    },
    onError: (error, { role, node }) => {
      void queries.invalidateQueries({ queryKey: ROLES_KEY });
      toast.error(error, (why) =>
        t("Failed to change the access of {role} to {name}: {why}", { role: role.name, name: node.name, why }),
      );
    },
  });
  const change = (next: Change) => (next.reads && next.role.name === PUBLIC_ROLE ? setAsked(next) : mutate(next));
  const close = () => setAsked(undefined);
  const publish = () => {
    if (asked) mutate(asked);
    close();
  };
  return { change, question: asked ? <ConfirmPublish node={asked.node} onConfirm={publish} onClose={close} /> : null };
}

interface ConfirmPublishProps {
  node: DataNode;
  onConfirm(): void;
  onClose(): void;
}

function ConfirmPublish({ node: { kind, name }, onConfirm, onClose }: ConfirmPublishProps) {
  return (
    <Dialog
      open
      title={t("Publish “{name}”?", { name })}
      onClose={onClose}
      primary={{ label: t("Publish"), danger: true, onClick: onConfirm }}
    >
      <p>
        {kind === "dataset"
          ? t("Everyone who can reach this server can then read this dataset without signing in.")
          : t(
              "Everyone who can reach this server can then read all data in it without signing in, including tables that are added later.",
            )}
      </p>
    </Dialog>
  );
}

interface NodeRowProps {
  node: DataNode;
  roles: readonly DataRole[];
  onChange(change: Change): void;
  expand?: { isOpen: boolean; label: string; onToggle(): void };
}

const ICONS = { database: Database, catalog: Folder, schema: Folder, dataset: Table2 } as const;

function NodeRow({ node, roles, onChange, expand }: NodeRowProps) {
  const Icon = ICONS[node.kind];
  return (
    <tr data-kind={node.kind}>
      <th scope="row">
        <span className={styles.name} style={{ paddingInlineStart: node.within.length * 20 + (expand ? 0 : 4) }}>
          {expand ? (
            <button type="button" aria-label={expand.label} aria-expanded={expand.isOpen} onClick={expand.onToggle}>
              <ChevronRight size={14} aria-hidden />
            </button>
          ) : null}
          <Icon size={14} aria-hidden />
          {node.name}
        </span>
      </th>
      {roles.map((role) => (
        <td key={role.id}>
          <Cell role={role} node={node} onChange={onChange} />
        </td>
      ))}
    </tr>
  );
}

const REASONS: Readonly<Record<NonNullable<Reading>, string>> = {
  own: t("Has access"),
  inherited: t("Has access through its database or schema"),
  all: t("Has access to all data"),
};

function Cell({ role, node, onChange }: Omit<NodeRowProps, "roles" | "expand"> & { role: DataRole }) {
  const reading = readingOf(role, node);
  const isFixed = reading === "all" || reading === "inherited" || node.pairId === undefined || !isAdmin();
  return (
    <Checkbox
      label={t("{role} reads {name}", { role: role.name, name: node.name })}
      title={reading ? REASONS[reading] : t("No access")}
      checked={reading !== undefined}
      disabled={isFixed}
      onChange={(event) => onChange({ role, node, reads: event.target.checked })}
    />
  );
}
