import { Button } from "antd";
import { FolderInput, FolderPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { DatasetFolder, FolderItem } from "../../model/dataset-folder.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { newUuid } from "../../web/components/new-uuid.ts";
import styles from "./dataset-editor.module.css";
import { FolderRows, ItemList, type TreeActions } from "./FolderTree.tsx";
import { type FiledItem, itemsByUuid } from "./filed-items.ts";
import { placesOf, renamed, withFolder, withMovedFolder, withMovedItems, withoutFolder } from "./folders.ts";
import { useIsLocked } from "./lock.ts";
import type { TabProps } from "./tab.ts";

export function FoldersTab({ draft, problems, onChange }: TabProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isLocked = useIsLocked();
  const items = useMemo(() => itemsByUuid(draft), [draft]);
  const { folders } = draft;
  const places = placesOf(folders);
  const change = (next: DatasetFolder[]) => onChange({ ...draft, folders: next });
  const move = (moved: readonly FolderItem[], target?: string) => {
    change(withMovedItems(folders, moved, target));
    setChosen(new Set());
  };
  const selected = [...chosen].flatMap((uuid) => items.get(uuid)?.entry ?? []);
  const add = (parent?: string) =>
    change(withFolder(folders, { uuid: newUuid(), type: "folder", name: "", children: [] }, parent));
  const actions: TreeActions = {
    chosen,
    onChoose: (uuid, isChosen) => setChosen(withOrWithout(chosen, uuid, isChosen)),
    onDropOn: (uuid, target) => move(chosen.has(uuid) ? selected : itemByUuid(items, uuid), target),
    onAdd: add,
    onRename: (uuid, name) => change(renamed(folders, uuid, name)),
    onStep: (uuid, by) => change(withMovedFolder(folders, uuid, by)),
    onDelete: (uuid) => change(withoutFolder(folders, uuid)),
  };
  const needle = text.trim().toLowerCase();
  const shown = new Map([...items].filter(([, item]) => item.words.includes(needle)));
  const filedUuids = new Set(places.flatMap(({ folder }) => folder.children.map(({ uuid }) => uuid)));
  const unfiled = [...shown.values()].filter(({ entry }) => !filedUuids.has(entry.uuid));
  const button = isLocked ? null : (
    <Button icon={<FolderPlus size={14} />} onClick={() => add()}>
      {t("Add folder")}
    </Button>
  );
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label={t("Search metrics and columns")}
          value={text}
          onChange={setText}
          className={styles.search}
        />
        <span className={styles.toolsNote}>
          {chosen.size > 0 ? t("{count, number} selected", { count: chosen.size }) : null}
        </span>
        {isLocked || folders.length === 0 ? null : (
          <Menu items={targets(places, (target) => move(selected, target))} placement="bottomRight">
            <Button icon={<FolderInput size={14} />} disabled={chosen.size === 0}>
              {t("Move to")}
            </Button>
          </Menu>
        )}
        {folders.length === 0 ? null : button}
      </div>
      {problems.folders ? (
        <p className={styles.rowProblem} role="alert">
          {problems.folders}
        </p>
      ) : null}
      {folders.length === 0 ? (
        <EmptyState
          compact
          title={t("No folders")}
          text={t("Folders group metrics and columns by topic when users explore the dataset.")}
          actions={button}
        />
      ) : (
        <FolderRows folders={folders} items={shown} level={1} actions={actions} />
      )}
      <ItemList title={t("Metrics")} items={unfiled.filter(({ entry }) => entry.type === "metric")} actions={actions} />
      <ItemList title={t("Columns")} items={unfiled.filter(({ entry }) => entry.type === "column")} actions={actions} />
      {shown.size === 0 ? <p className={styles.none}>{t("No matches.")}</p> : null}
    </>
  );
}

function withOrWithout(uuids: ReadonlySet<string>, uuid: string, isIn: boolean): ReadonlySet<string> {
  const others = [...uuids].filter((one) => one !== uuid);
  return new Set(isIn ? [...others, uuid] : others);
}

function itemByUuid(items: ReadonlyMap<string, FiledItem>, uuid: string): FolderItem[] {
  const item = items.get(uuid);
  return item ? [item.entry] : [];
}

function targets(places: ReturnType<typeof placesOf>, onMove: (target?: string) => void) {
  return [
    ...places.map(({ folder, path }) => ({
      key: folder.uuid,
      label: path || t("Unnamed folder"),
      onSelect: () => onMove(folder.uuid),
    })),
    { key: "line", divider: true as const },
    { key: "none", label: t("No folder"), onSelect: () => onMove() },
  ];
}
