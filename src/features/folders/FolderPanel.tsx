import {
  ChevronDown,
  ChevronRight,
  EllipsisVertical,
  Folder as FolderIcon,
  FolderOpen,
  FolderPlus,
  Inbox,
  Layers,
  PanelLeftClose,
} from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { can, useUser } from "../../web/session/session.ts";
import { useStored } from "../../web/session/storage.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { DeleteFolder } from "./DeleteFolder.tsx";
import { type Dragged, dragFrom, dropOnto } from "./drag.ts";
import { FolderDialog } from "./FolderDialog.tsx";
import styles from "./folders.module.css";
import {
  type Folder,
  type FolderNode,
  isWithin,
  moveFolder,
  moveItems,
  NO_FOLDER,
  type PlacedItem,
  type PlacedType,
  pathOf,
  treeOf,
  useFolders,
} from "./folders.ts";
import { MoveDialog, movedText, needsConfirmation } from "./MoveDialog.tsx";

export interface FolderPanelProps {
  type: PlacedType;
  title: string;
  chosen: number | undefined;
  /** Without a frame, in a dialog. */
  isBare?: boolean;
  onHide?(): void;
  onChoose(folder: { id: number; name: string } | undefined): void;
}

type Open =
  | { act: "new"; parentId: number | undefined }
  | { act: "edit"; folder: Folder }
  | { act: "delete"; folder: Folder }
  | { act: "move"; items: readonly PlacedItem[]; to: number };

export function FolderPanel(props: FolderPanelProps) {
  const { type, title, chosen, isBare, onChoose, onHide } = props;
  const { folders, error, refetch, isPending } = useFolders();
  const [open, setOpen] = useState<Open>();
  const drop = useDrop(folders, (items, to) => setOpen({ act: "move", items, to }));
  const canWrite = can("can_write", "Folder");
  const none = { icon: <Inbox size={16} />, label: t("In no folder") };
  return (
    <nav className={styles.panel} data-bare={isBare} aria-label={t("Folders")}>
      <div className={styles.head}>
        <h2>{t("Folders")}</h2>
        {canWrite ? (
          <IconButton
            size={24}
            label={t("New folder")}
            icon={<FolderPlus size={16} />}
            onClick={() => setOpen({ act: "new", parentId: editableOf(folders, chosen)?.id })}
          />
        ) : null}
        {onHide ? (
          <IconButton size={24} label={t("Hide folders")} icon={<PanelLeftClose size={16} />} onClick={onHide} />
        ) : null}
      </div>
      <div className={styles.scroll}>
        <Place
          icon={<Layers size={16} />}
          label={title}
          isChosen={chosen === undefined}
          onChoose={() => onChoose(undefined)}
        />
        {error ? (
          <ErrorState
            compact
            title={t("Failed to load folders")}
            text={toApiError(error).message}
            onRetry={() => void refetch()}
          />
        ) : isPending ? (
          <div className={styles.waiting}>
            <SkeletonLines lines={4} />
          </div>
        ) : (
          <>
            <Nodes
              nodes={treeOf(folders)}
              level={0}
              tree={{ type, folders, chosen, onChoose, onOpen: setOpen, onDrop: drop }}
            />
            {folders.length === 0 && canWrite ? (
              <p className={styles.hint}>
                {t("Create a folder, then drag items onto it or choose Move to folder in their menus.")}
              </p>
            ) : null}
            {folders.length > 0 ? (
              <Place
                {...none}
                isChosen={chosen === NO_FOLDER}
                onChoose={() => onChoose({ id: NO_FOLDER, name: none.label })}
                onDrop={(dragged) => drop(dragged, NO_FOLDER)}
                canDrop={() => true}
              />
            ) : null}
          </>
        )}
      </div>
      <OpenDialog open={open} chosen={chosen} onChoose={onChoose} onClose={() => setOpen(undefined)} />
    </nav>
  );
}

const editableOf = (folders: readonly Folder[], id: number | undefined) =>
  folders.find((folder) => folder.id === id && folder.can_edit);

/** Moves at once unless that changes who can see or edit the items. */
function useDrop(folders: readonly Folder[], onConfirm: (items: readonly PlacedItem[], to: number) => void) {
  const { userId } = useUser();
  return (dragged: Dragged, target: number) => {
    if (dragged.kind === "items" && needsConfirmation(dragged.items, { folders, target, userId }))
      return onConfirm(dragged.items, target);
    const moving = dragged.kind === "items" ? moveItems(dragged.items, target) : moveFolder(dragged.id, target);
    const count = dragged.kind === "items" ? dragged.items.length : 1;
    const moved = () =>
      toast.success(
        movedText(
          count,
          folders.find(({ id }) => id === target),
        ),
      );
    moving.then(moved, (error: unknown) => toast.error(error));
  };
}

interface OpenDialogProps extends Pick<FolderPanelProps, "chosen" | "onChoose"> {
  open: Open | undefined;
  onClose(): void;
}

function OpenDialog({ open, chosen, onChoose, onClose }: OpenDialogProps) {
  const { folders } = useFolders();
  switch (open?.act) {
    case "new":
      return <FolderDialog parentId={open.parentId} onClose={onClose} />;
    case "edit":
      return <FolderDialog folder={open.folder} onClose={onClose} />;
    case "delete": {
      const parent = folders.find(({ id }) => id === open.folder.parent_id);
      const leave = () => open.folder.id === chosen && onChoose(parent);
      return <DeleteFolder folder={open.folder} onClose={onClose} onDeleted={leave} />;
    }
    case "move":
      return <MoveDialog items={open.items} to={open.to} onClose={onClose} />;
    case undefined:
      return null;
  }
}

interface Tree extends Omit<FolderPanelProps, "title"> {
  folders: readonly Folder[];
  onOpen(open: Open): void;
  onDrop(dragged: Dragged, target: number): void;
}

function Nodes({ nodes, level, tree }: { nodes: readonly FolderNode[]; level: number; tree: Tree }) {
  return (
    <ul className={styles.nodes}>
      {nodes.map((node) => (
        <Node key={node.folder.id} node={node} level={level} tree={tree} />
      ))}
    </ul>
  );
}

const NONE_OPEN: readonly number[] = [];

function Node({ node: { folder, children }, level, tree }: { node: FolderNode; level: number; tree: Tree }) {
  const { type, folders, chosen, onChoose, onDrop } = tree;
  const [openIds, setOpenIds] = useStored("folders.open", NONE_OPEN);
  const leadsToChosen = pathOf(folders, chosen).some(({ id }) => id === folder.id && id !== chosen);
  const isOpen = openIds.includes(folder.id) || leadsToChosen;
  const isChosen = chosen === folder.id;
  const toggle = () =>
    setOpenIds(isOpen ? openIds.filter((id) => id !== folder.id) : [...openIds.slice(-200), folder.id]);
  const Icon = isChosen ? FolderOpen : FolderIcon;
  return (
    <li>
      <Place
        icon={<Icon size={16} />}
        label={folder.name}
        description={folder.description}
        count={folder.counts[type]}
        level={level}
        isChosen={isChosen}
        onChoose={() => onChoose(folder)}
        toggle={children.length > 0 ? { isOpen, onToggle: toggle } : undefined}
        drag={folder.can_manage ? () => ({ kind: "folder", id: folder.id, name: folder.name }) : undefined}
        canDrop={(dragged) =>
          folder.can_edit &&
          (dragged.kind === "items" ||
            (!isWithin(folders, folder.id, dragged.id) && parentOf(folders, dragged.id) !== folder.id))
        }
        onDrop={(dragged) => onDrop(dragged, folder.id)}
        menu={<FolderMenu folder={folder} onOpen={tree.onOpen} />}
      />
      {isOpen && children.length > 0 ? <Nodes nodes={children} level={level + 1} tree={tree} /> : null}
    </li>
  );
}

const parentOf = (folders: readonly Folder[], id: number) => folders.find((folder) => folder.id === id)?.parent_id;

interface PlaceProps {
  icon: ReactNode;
  label: string;
  description?: string | null;
  count?: number;
  level?: number;
  isChosen: boolean;
  onChoose(): void;
  toggle?: { isOpen: boolean; onToggle(): void } | undefined;
  drag?: (() => Dragged & { kind: "folder" }) | undefined;
  canDrop?(dragged: Dragged): boolean;
  onDrop?(dragged: Dragged): void;
  menu?: ReactNode;
}

function Place(props: PlaceProps) {
  const { icon, label, description, count, level = 0, isChosen, onChoose, toggle, menu } = props;
  const row = useRef<HTMLDivElement>(null);
  const isOver = useDragging(row, props);
  return (
    <div
      ref={row}
      className={styles.place}
      data-chosen={isChosen || undefined}
      data-over={isOver || undefined}
      style={{ paddingInlineStart: 4 + level * 16 }}
    >
      {toggle ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={toggle.isOpen}
          aria-label={t("Folders in {name}", { name: label })}
          onClick={toggle.onToggle}
        >
          {toggle.isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        </button>
      ) : (
        <span className={styles.toggle} />
      )}
      <button
        type="button"
        className={styles.choose}
        aria-current={isChosen || undefined}
        title={description || undefined}
        onClick={onChoose}
      >
        {icon}
        <span className={styles.name} dir="auto">
          {label}
        </span>
        {count === undefined ? null : <span className={styles.count}>{number(count)}</span>}
      </button>
      {menu}
    </div>
  );
}

function useDragging(row: React.RefObject<HTMLDivElement | null>, props: PlaceProps): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const isDraggable = props.drag !== undefined;
  const isTarget = props.onDrop !== undefined;
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const dragged = (): Dragged => latest.current.drag?.() ?? { kind: "items", items: [] };
    const endDrag = isDraggable
      ? dragFrom(element, () => ({ dragged: dragged(), label: latest.current.label }))
      : undefined;
    const endDrop = isTarget
      ? dropOnto(element, {
          canDrop: (what) => latest.current.canDrop?.(what) ?? false,
          onOver: setOver,
          onDrop: (what) => latest.current.onDrop?.(what),
        })
      : undefined;
    return () => {
      endDrag?.();
      endDrop?.();
    };
  }, [row, isDraggable, isTarget]);
  return isOver;
}

function FolderMenu({ folder, onOpen }: { folder: Folder; onOpen(open: Open): void }) {
  if (!can("can_write", "Folder") || !folder.can_edit) return null;
  const items = [
    { key: "new", label: t("New folder in it"), onSelect: () => onOpen({ act: "new", parentId: folder.id }) },
    ...(folder.can_manage
      ? [
          { key: "edit", label: t("Edit, move or share"), onSelect: () => onOpen({ act: "edit", folder }) },
          { key: "line", divider: true as const },
          {
            key: "delete",
            label: t("Delete folder (keep contents)"),
            danger: true,
            onSelect: () => onOpen({ act: "delete", folder }),
          },
        ]
      : []),
  ];
  return (
    <Menu placement="bottomRight" items={items}>
      <button type="button" className={styles.more} aria-label={t("Actions for {title}", { title: folder.name })}>
        <EllipsisVertical size={14} />
      </button>
    </Menu>
  );
}
