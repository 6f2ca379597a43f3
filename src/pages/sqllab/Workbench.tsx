import { PanelLeftOpen } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/IconButton.tsx";
import { Splitter } from "../../ui/Splitter.tsx";
import { useStored, useStoredSize } from "../../web/storage.ts";
import { PHONE, useMedia } from "../../web/theme.ts";
import { Dialogs } from "./dialogs/Dialogs.tsx";
import { EditorPane } from "./editor/EditorPane.tsx";
import { TabStrip } from "./editor/TabStrip.tsx";
import { Toolbar } from "./editor/Toolbar.tsx";
import { useAutorun } from "./editor/use-autorun.ts";
import { useLabKeys } from "./editor/use-lab-keys.ts";
import { SouthPane } from "./results/SouthPane.tsx";
import { StatusLine } from "./results/StatusLine.tsx";
import { SchemaPanel } from "./schema/SchemaPanel.tsx";
import { SchemaSheet } from "./schema/SchemaSheet.tsx";
import styles from "./sqllab.module.css";
import { useTab } from "./state/lab-context.ts";

/** Schema, tabs, editor and results, with the lines between them. */
export function Workbench() {
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useStored("sqllab.schema", true);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const schema = useStoredSize("sqllab.schema", 280);
  const editor = useStoredSize("sqllab.editor", 336);
  const { key } = useTab();
  useLabKeys();
  useAutorun();
  const hasPanel = isOpen && !isPhone;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">SQL Lab</h1>
      {hasPanel ? (
        <>
          <aside className={styles.schema} style={{ width: schema.size }} aria-label="Schema">
            <SchemaPanel onClose={() => setOpen(false)} />
          </aside>
          <Splitter {...schema} min={232} max={480} panel="before" label="Width of the schema" />
        </>
      ) : null}
      <div className={styles.main}>
        <div className={styles.strip}>
          {hasPanel ? null : (
            <IconButton
              label="Show the schema"
              icon={<PanelLeftOpen size={16} />}
              onClick={() => (isPhone ? setSheetOpen(true) : setOpen(true))}
            />
          )}
          <TabStrip />
        </div>
        <Toolbar />
        <div className={styles.editor} style={{ height: isPhone ? 220 : editor.size }}>
          <EditorPane key={key} />
        </div>
        {isPhone ? null : (
          <Splitter
            {...editor}
            min={96}
            max={720}
            panel="before"
            orientation="horizontal"
            label="Height of the editor"
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
