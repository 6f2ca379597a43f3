import { Button } from "antd";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { useSettingEntries } from "../filter-bar/FilterSettings.tsx";
import { clearCrossFilters } from "../state/change-metadata.ts";
import { useDashboardPage } from "../state/context.ts";
import { useEditor } from "./editor-context.ts";

const CrossScopingDialog = lazyComponent(
  async () => (await import("../filter-bar/CrossScopingDialog.tsx")).CrossScopingDialog,
);

/** The way to the filters of the dashboard that is edited, and their settings: each change is one undoable step. */
export function FilterButtons({ onFilters }: { onFilters(): void }) {
  const { store } = useDashboardPage();
  const editor = useEditor();
  const [isScoping, setScoping] = useState(false);
  const change = (label: string, next: object) =>
    editor.edit(label, (document) => ({ ...document, metadata: { ...document.metadata, ...next } }));
  const items = useSettingEntries({
    onChange: (next) => {
      change("Changed filter settings", next);
      if (next.cross_filters_enabled === false) clearCrossFilters(store);
    },
    onScope: () => setScoping(true),
  });
  return (
    <>
      <Button onClick={onFilters}>Filters</Button>
      <Menu items={items} placement="bottomRight">
        <Button icon={<SlidersHorizontal size={14} />} aria-label="Filter settings" title="Filter settings" />
      </Menu>
      {isScoping ? (
        <CrossScopingDialog
          onSave={async (scoping) => {
            change("Changed cross-filter scoping", scoping);
            return true;
          }}
          onClose={() => setScoping(false)}
        />
      ) : null}
    </>
  );
}
