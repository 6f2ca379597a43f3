import { Input } from "antd";
import { ChevronDown, ChevronRight, Plus, Search } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { open as openExplore } from "../../../api/explore/contract.ts";
import { DatasetEditor } from "../../../features/dataset-editor/DatasetEditor.tsx";
import type { EditorTab } from "../../../features/dataset-editor/tab.ts";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { datasourceOf, isSqlSource } from "../../../model/dataset.ts";
import { useFittingPlaceholder } from "../../../ui/use-fitting-placeholder.ts";
import { call } from "../../../web/client/client.ts";
import { can } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { rolesOf } from "../state/roles.ts";
import type { ExploreStore } from "../state/store.ts";
import { useChartType, useControlState, useWorkbench } from "../workbench/store-context.ts";
import { DatasetHead } from "./DatasetHead.tsx";
import { DatasetItemRow } from "./DatasetItemRow.tsx";
import styles from "./dataset-panel.module.css";
import { countOf, type PanelFolder, panelFolders, searchFolders } from "./panel-folders.ts";

async function reloadDataset(store: ExploreStore): Promise<void> {
  const { id, type } = datasourceOf(store.getState().dataset);
  const query = { datasource_id: id, datasource_type: type };
  try {
    const { result } = await call(openExplore, { query });
    store.getState().replaceDataset(result.dataset);
    store.getState().run(true);
  } catch (cause) {
    toast.error(cause);
  }
}

const FOLDER_SIZE = 50;

export function DatasetPanel({ onClose }: { onClose(): void }) {
  const state = useControlState();
  const { dataset } = state;
  const type = useChartType();
  const [text, setText] = useState("");
  const [editing, setEditing] = useState<EditorTab>();
  const { store } = useWorkbench();
  const isStored = dataset !== undefined && dataset.id > 0 && !isSqlSource(dataset);
  const canEdit = isStored && can("can_write", "Dataset");
  const all = useMemo(() => (dataset ? panelFolders(dataset) : []), [dataset]);
  const roles = useMemo(() => rolesOf(type, state), [type, state]);
  const found = searchFolders(all, text);
  const search = useRef<HTMLDivElement>(null);
  const placeholder = useFittingPlaceholder(search, t("Search metrics and columns"));
  return (
    <section className={styles.panel} aria-label={t("Dataset")}>
      <DatasetHead onClose={onClose} onEdit={canEdit ? () => setEditing("columns") : undefined} />
      <div ref={search} className={styles.search}>
        <Input
          prefix={<Search size={14} aria-hidden />}
          placeholder={placeholder}
          aria-label={t("Search metrics and columns")}
          value={text}
          allowClear
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className={styles.scroll}>
        {found.map((folder) => (
          <Folder key={folder.key} folder={folder} level={0} roles={roles} />
        ))}
        {text && found.length === 0 ? (
          <p className={styles.nothing} role="status">
            {t("Nothing matches “{text}”.", { text })}
          </p>
        ) : null}
      </div>
      {canEdit ? (
        <div className={styles.foot}>
          <button type="button" onClick={() => setEditing("metrics")}>
            <Plus size={14} aria-hidden /> {t("New metric")}
          </button>
          <button type="button" onClick={() => setEditing("columns")}>
            {t("Edit dataset")}
          </button>
        </div>
      ) : null}
      {editing && dataset ? (
        <DatasetEditor
          datasetId={dataset.id}
          tab={editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => void reloadDataset(store)}
        />
      ) : null}
    </section>
  );
}

interface FolderProps {
  folder: PanelFolder;
  level: number;
  roles: ReadonlyMap<string, string>;
}

function Folder({ folder, level, roles }: FolderProps) {
  const { name, description, items, total, folders } = folder;
  const [isOpen, setIsOpen] = useState(true);
  const [limit, setLimit] = useState(FOLDER_SIZE);
  const content = useId();
  const shown = items.slice(0, limit);
  const Heading = level === 0 ? "h2" : "h3";
  return (
    <div className={styles.folder} data-level={level}>
      <Heading className={styles.folderHead}>
        <button
          type="button"
          title={description}
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          <span className={styles.folderName}>{name}</span>{" "}
          <span className={styles.count}>{number(countOf(folder))}</span>
        </button>
      </Heading>
      <div id={content} hidden={!isOpen}>
        <ul>
          {shown.map((entry) => (
            <li key={entry.key}>
              <DatasetItemRow entry={entry} role={roles.get(entry.key)} />
            </li>
          ))}
        </ul>
        {items.length > 0 && (shown.length < items.length || items.length < total) ? (
          <p className={styles.showing}>
            {t("Showing {shown, number} of {total, number}", { shown: shown.length, total })}
            {shown.length < items.length ? (
              <button type="button" onClick={() => setLimit(limit + FOLDER_SIZE)}>
                {t("Show more")}
              </button>
            ) : null}
          </p>
        ) : null}
        {folders.map((inner) => (
          <Folder key={inner.key} folder={inner} level={level + 1} roles={roles} />
        ))}
      </div>
    </div>
  );
}
