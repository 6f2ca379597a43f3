import { Button } from "antd";
import { ChevronDown, Redo2, Undo2 } from "lucide-react";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { Pill } from "../../../ui/Pill.tsx";
import { PageHeader } from "../../../web/components/PageHeader.tsx";
import { useSettingEntries } from "../filter-bar/FilterSettingsMenu.tsx";
import { clearCrossFilters } from "../state/change-metadata.ts";
import { useDashboardPage } from "../state/context.ts";
import styles from "./edit.module.css";
import { useEditor, useSnapshot } from "./editor-context.ts";

const CrossScopingDialog = lazyComponent(
  async () => (await import("../filter-bar/CrossScopingDialog.tsx")).CrossScopingDialog,
);

interface Props {
  isSaving: boolean;
  onSave(): void;
  onSaveAs(): void;
  onDiscard(): void;
  onProperties(): void;
  onFilters(): void;
}

export function EditHeader({ isSaving, onSave, onSaveAs, onDiscard, onProperties, onFilters }: Props) {
  const editor = useEditor();
  const { document, unsaved, undoLabel, redoLabel } = useSnapshot();
  const title = document.properties.dashboard_title;
  const rename = (text: string) =>
    editor.edit(
      t("Renamed dashboard"),
      (d) => ({ ...d, properties: { ...d.properties, dashboard_title: text } }),
      "title",
    );
  return (
    <PageHeader
      titleAs="div"
      tabTitle={t("Edit {name}", { name: title })}
      title={
        <input
          className={styles.titleField}
          aria-label={t("Dashboard title")}
          placeholder={t("[ untitled dashboard ]")}
          value={title}
          onChange={(event) => rename(event.target.value)}
          onBlur={() => editor.seal()}
        />
      }
      status={
        unsaved > 0 ? (
          <Pill tone="warning">{t("Unsaved changes · {count, number}", { count: unsaved })}</Pill>
        ) : (
          <Pill>{t("No changes")}</Pill>
        )
      }
      actions={
        <>
          <span className={styles.lastStep}>{undoLabel}</span>
          <IconButton
            label={undoLabel ? t("Undo: {action}", { action: undoLabel }) : t("Nothing to undo")}
            icon={<Undo2 size={16} />}
            keys="Mod+Z"
            disabled={!undoLabel}
            onClick={() => editor.undo()}
          />
          <IconButton
            label={redoLabel ? t("Redo: {action}", { action: redoLabel }) : t("Nothing to redo")}
            icon={<Redo2 size={16} />}
            keys="Mod+Shift+Z"
            disabled={!redoLabel}
            onClick={() => editor.redo()}
          />
          <Button onClick={onProperties}>{t("Properties")}</Button>
          <FilterButtons onFilters={onFilters} />
          <Button onClick={onDiscard}>{unsaved > 0 ? t("Discard") : t("Stop editing")}</Button>
          <span className={styles.split} data-primary>
            <Button type="primary" loading={isSaving} disabled={unsaved === 0} onClick={onSave}>
              {t("Save")}
            </Button>
            <Menu items={[{ key: "as", label: t("Save as…"), onSelect: onSaveAs }]} placement="bottomRight">
              <Button type="primary" icon={<ChevronDown size={14} />} aria-label={t("More save options")} />
            </Menu>
          </span>
        </>
      }
    />
  );
}

function FilterButtons({ onFilters }: { onFilters(): void }) {
  const { store } = useDashboardPage();
  const editor = useEditor();
  const [isScoping, setScoping] = useState(false);
  const change = (label: string, next: object) =>
    editor.edit(label, (document) => ({ ...document, metadata: { ...document.metadata, ...next } }));
  const items = useSettingEntries({
    onChange: (next) => {
      change(t("Changed filter settings"), next);
      if (next.cross_filters_enabled === false) clearCrossFilters(store);
    },
    onScope: () => setScoping(true),
  });
  return (
    <>
      <span className={styles.split}>
        <Button onClick={onFilters}>{t("Filters")}</Button>
        <Menu items={items} placement="bottomRight">
          <Button icon={<ChevronDown size={14} />} aria-label={t("Filter settings")} title={t("Filter settings")} />
        </Menu>
      </span>
      {isScoping ? (
        <CrossScopingDialog
          onSave={async (scoping) => {
            change(t("Changed cross-filter scoping"), scoping);
            return true;
          }}
          onClose={() => setScoping(false)}
        />
      ) : null}
    </>
  );
}
