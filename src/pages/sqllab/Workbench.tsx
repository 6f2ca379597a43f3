import { PanelLeftOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Splitter } from "../../ui/Splitter.tsx";
import { PLACES, pagesOf } from "../../web/navigation/places.ts";
import { useStoredSize } from "../../web/session/storage.ts";
import { PHONE, useMedia } from "../../web/session/theme.ts";
import { Dialogs } from "./dialogs/Dialogs.tsx";
import { EditorPane } from "./editor/EditorPane.tsx";
import styles from "./editor/sqllab.module.css";
import { TabStrip } from "./editor/TabStrip.tsx";
import { Toolbar } from "./editor/Toolbar.tsx";
import { useLabKeys } from "./editor/use-lab-keys.ts";
import { SouthPane } from "./results/SouthPane.tsx";
import { StatusLine } from "./results/StatusLine.tsx";
import { SchemaPanel } from "./schema/SchemaPanel.tsx";
import { SchemaSheet } from "./schema/SchemaSheet.tsx";
import { useLab, useTab } from "./state/lab-context.ts";
import { allSql } from "./state/statements.ts";
import { useTabView } from "./state/tab-view.ts";

function useAutorun(): void {
  const lab = useLab();
  const { key, autorun, isLoaded, sql, dbId } = useTab();
  useEffect(() => {
    if (!autorun || !isLoaded || dbId === null) return;
    lab.edit(key, { autorun: false });
    void lab.run(key, { target: allSql(sql) });
  }, [lab, key, autorun, isLoaded, sql, dbId]);
}

/** Ctrl+click and middle click open them beside the editor. */
function LabLinks() {
  const place = PLACES.find(({ path }) => path === "/sqllab/");
  if (!place) return null;
  return (
    <nav className={styles.links} aria-label={t("SQL Lab")}>
      {pagesOf(place).map(({ label, path, icon: Icon }) => (
        <Link key={path} to={path} title={label}>
          <Icon size={14} aria-hidden />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}

export function Workbench() {
  const isPhone = useMedia(PHONE);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const schema = useStoredSize("sqllab.schema", 280);
  const editor = useStoredSize("sqllab.editor", 336);
  const lab = useLab();
  const { key, hideLeftBar } = useTab();
  const [{ editorHeight = editor.size }, changeView] = useTabView();
  const setHidden = (isHidden: boolean) => lab.edit(key, { hideLeftBar: isHidden });
  useLabKeys();
  useAutorun();
  const hasPanel = !hideLeftBar && !isPhone;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t("SQL Lab")}</h1>
      {hasPanel ? (
        <>
          <aside className={styles.schema} style={{ width: schema.size }} aria-label={t("Schema")}>
            <SchemaPanel onClose={() => setHidden(true)} />
          </aside>
          <Splitter {...schema} min={232} max={480} panel="before" label={t("Schema panel width")} />
        </>
      ) : null}
      <div className={styles.main}>
        <div className={styles.strip}>
          {hasPanel ? null : (
            <IconButton
              label={t("Show schema")}
              icon={<PanelLeftOpen size={16} />}
              onClick={() => (isPhone ? setSheetOpen(true) : setHidden(false))}
            />
          )}
          <TabStrip />
          {isPhone ? null : <LabLinks />}
        </div>
        <Toolbar />
        <div className={styles.editor} style={{ height: isPhone ? 220 : editorHeight }}>
          <EditorPane key={key} />
        </div>
        {isPhone ? null : (
          <Splitter
            {...editor}
            size={editorHeight}
            onSize={(size) => {
              editor.onSize(size);
              changeView({ editorHeight: size });
            }}
            min={96}
            max={720}
            panel="before"
            orientation="horizontal"
            label={t("Editor height")}
          />
        )}
        <SouthPane />
        <StatusLine />
      </div>
      {isSheetOpen ? <SchemaSheet onClose={() => setSheetOpen(false)} /> : null}
      <Dialogs />
    </div>
  );
}
