import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { ChevronDown, ChevronRight, Folder as FolderIcon, MoreVertical } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { type DatasetFolder, duplicateFolderNames, isFolder, MAX_FOLDER_LEVELS } from "../../model/dataset-folder.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { TypeMark } from "../../web/components/TypeMark.tsx";
import { InPlace } from "./fields.tsx";
import type { FiledItem } from "./filed-items.ts";
import styles from "./folders.module.css";
import { useIsLocked } from "./lock.ts";

export interface TreeActions {
  chosen: ReadonlySet<string>;
  onChoose(uuid: string, isChosen: boolean): void;
  onDropOn(uuid: string, target?: string): void;
  onAdd(parent: string): void;
  onRename(uuid: string, name: string): void;
  onStep(uuid: string, by: -1 | 1): void;
  onDelete(uuid: string): void;
}

interface FolderRowsProps {
  folders: readonly DatasetFolder[];
  items: ReadonlyMap<string, FiledItem>;
  level: number;
  actions: TreeActions;
}

export function FolderRows({ folders, items, level, actions }: FolderRowsProps) {
  const alike = duplicateFolderNames(folders.map((folder) => ({ ...folder, children: [] })));
  return (
    <ul className={styles.folders} data-level={level}>
      {folders.map((folder, index) => (
        <FolderRow
          key={folder.uuid}
          {...{ folder, items, level, actions }}
          isWrong={folder.name.trim() === "" || alike.has(folder.name.trim())}
          isFirst={index === 0}
          isLast={index === folders.length - 1}
        />
      ))}
    </ul>
  );
}

interface FolderRowProps extends Omit<FolderRowsProps, "folders"> {
  folder: DatasetFolder;
  isWrong: boolean;
  isFirst: boolean;
  isLast: boolean;
}

function FolderRow({ folder, items, level, actions, isWrong, isFirst, isLast }: FolderRowProps) {
  const { uuid, name, children } = folder;
  const [isOpen, setOpen] = useState(true);
  const content = useId();
  const head = useRef<HTMLDivElement>(null);
  const isOver = useDropOn(head, (item) => actions.onDropOn(item, uuid));
  const own = children.flatMap((entry) => items.get(entry.uuid) ?? []);
  const inner = children.filter(isFolder);
  const displayName = name || t("the new folder");
  return (
    <li>
      <div ref={head} className={styles.head} data-over={isOver || undefined}>
        <button
          type="button"
          className={styles.chevron}
          aria-expanded={isOpen}
          aria-controls={content}
          aria-label={t("Contents of {name}", { name: displayName })}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        </button>
        <FolderIcon size={14} aria-hidden />
        <span className={styles.name}>
          <InPlace
            label={t("Name for {name}", { name: displayName })}
            value={name}
            placeholder={t("Folder name")}
            isNew={name === ""}
            isWrong={isWrong}
            onChange={(next) => actions.onRename(uuid, next)}
          />
        </span>
        <span className={styles.count}>{own.length}</span>
        <FolderMenu {...{ uuid, level, actions, isFirst, isLast }} name={displayName} />
      </div>
      <div id={content} className={styles.content} hidden={!isOpen}>
        {own.length > 0 ? <Items items={own} actions={actions} /> : null}
        {inner.length > 0 ? <FolderRows folders={inner} items={items} level={level + 1} actions={actions} /> : null}
        {children.length === 0 ? (
          <p className={styles.empty}>{t("Drag metrics and columns here, or select and move them.")}</p>
        ) : null}
      </div>
    </li>
  );
}

interface FolderMenuProps extends Pick<FolderRowProps, "level" | "actions" | "isFirst" | "isLast"> {
  uuid: string;
  name: string;
}

function FolderMenu({ uuid, name, level, actions, isFirst, isLast }: FolderMenuProps) {
  if (useIsLocked()) return null;
  const items = [
    {
      key: "add",
      label: t("Add subfolder"),
      disabled: level >= MAX_FOLDER_LEVELS,
      onSelect: () => actions.onAdd(uuid),
    },
    { key: "up", label: t("Move up"), disabled: isFirst, onSelect: () => actions.onStep(uuid, -1) },
    { key: "down", label: t("Move down"), disabled: isLast, onSelect: () => actions.onStep(uuid, 1) },
    { key: "line", divider: true as const },
    { key: "delete", label: t("Delete folder (keep contents)"), danger: true, onSelect: () => actions.onDelete(uuid) },
  ];
  return (
    <Menu items={items} placement="bottomRight">
      <IconButton label={t("Actions for {title}", { title: name })} icon={<MoreVertical size={16} />} size={24} />
    </Menu>
  );
}

export function ItemList({
  title,
  items,
  actions,
}: {
  title: string;
  items: readonly FiledItem[];
  actions: TreeActions;
}) {
  const section = useRef<HTMLElement>(null);
  const id = useId();
  const isOver = useDropOn(section, (item) => actions.onDropOn(item));
  if (items.length === 0) return null;
  return (
    <section ref={section} className={styles.loose} aria-labelledby={id} data-over={isOver || undefined}>
      <h3 id={id} className={styles.looseHead}>
        {title} <span className={styles.count}>{t("{count, number} not in a folder", { count: items.length })}</span>
      </h3>
      <Items items={items} actions={actions} />
    </section>
  );
}

function Items({ items, actions }: { items: readonly FiledItem[]; actions: TreeActions }) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <ItemRow key={item.entry.uuid} item={item} actions={actions} />
      ))}
    </ul>
  );
}

function ItemRow({ item: { entry, title, name, mark }, actions }: { item: FiledItem; actions: TreeActions }) {
  const { uuid } = entry;
  const row = useRef<HTMLLIElement>(null);
  const isLocked = useIsLocked();
  const isDragging = useDrag(row, uuid, isLocked);
  return (
    <li ref={row} className={styles.item} data-dragging={isDragging || undefined}>
      <Checkbox
        aria-label={t("Select {name}", { name: title })}
        disabled={isLocked}
        checked={actions.chosen.has(uuid)}
        onChange={(event) => actions.onChoose(uuid, event.target.checked)}
      />
      <TypeMark mark={mark} />
      <span className={styles.title}>{title}</span>
      {name === title ? null : <code className={styles.code}>{name}</code>}
    </li>
  );
}

const KIND = "dataset-item";

function useDrag(row: RefObject<HTMLElement | null>, uuid: string, isLocked: boolean): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    if (!row.current || isLocked) return;
    return draggable({
      element: row.current,
      getInitialData: () => ({ kind: KIND, uuid }),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    });
  }, [row, uuid, isLocked]);
  return isDragging;
}

function useDropOn(element: RefObject<HTMLElement | null>, onDrop: (uuid: string) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    if (!element.current) return;
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data.kind === KIND,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        latest.current(String(source.data.uuid));
      },
    });
  }, [element]);
  return isOver;
}
