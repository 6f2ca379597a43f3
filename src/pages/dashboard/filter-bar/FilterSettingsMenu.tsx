import { PanelLeft, PanelTop } from "lucide-react";
import { type ReactElement, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { lazy } from "../../../ui/lazy.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { runLazy } from "../../../web/toasts/run-lazy.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import type { Dashboard } from "../state/dashboard.ts";

const CrossScopingDialog = lazyComponent(async () => (await import("./CrossScopingDialog.tsx")).CrossScopingDialog);

const ViewFilters = lazyComponent(async () => (await import("../edit/ViewFilters.tsx")).ViewFilters);

const METADATA = lazy(() => import("../state/change-metadata.ts"));

type FilterBarSettings = Partial<Pick<Dashboard["metadata"], "cross_filters_enabled" | "filter_bar_orientation">>;

interface SettingsActions {
  onChange(change: FilterBarSettings): void;
  onScope(): void;
}

export function useSettingEntries({ onChange, onScope }: SettingsActions): MenuEntry[] {
  const { crosses, orientation } = useView(({ dashboard: { metadata } }) => ({
    crosses: metadata.cross_filters_enabled,
    orientation: metadata.filter_bar_orientation,
  }));
  const place = (next: "VERTICAL" | "HORIZONTAL") => ({
    checked: orientation === next,
    onSelect: () => onChange({ filter_bar_orientation: next }),
  });
  return [
    {
      key: "cross",
      label: t("Enable cross-filtering"),
      checked: crosses,
      onSelect: () => onChange({ cross_filters_enabled: !crosses }),
    },
    { key: "scope", label: t("Cross-filter scoping"), disabled: !crosses, onSelect: onScope },
    { key: "line", divider: true },
    { key: "left", label: t("Filter bar: left"), icon: <PanelLeft size={14} />, ...place("VERTICAL") },
    { key: "top", label: t("Filter bar: top"), icon: <PanelTop size={14} />, ...place("HORIZONTAL") },
  ];
}

/** Opens as soon as it has loaded. */
export function FilterSettingsMenu({ button }: { button: ReactElement }) {
  const { store } = useDashboardPage();
  const [isOpen, setOpen] = useState(true);
  const [isEditing, setEditing] = useState(false);
  const [isScoping, setScoping] = useState(false);
  const settings = useSettingEntries({
    onChange: (next) => void change(store, next),
    onScope: () => setScoping(true),
  });
  const edit = { key: "edit", label: t("Add or edit filters and controls"), onSelect: () => setEditing(true) };
  return (
    <>
      <Menu placement="bottomRight" items={[edit, ...settings]} open={isOpen} onOpenChange={setOpen}>
        {button}
      </Menu>
      {isEditing ? <ViewFilters onClose={() => setEditing(false)} /> : null}
      {isScoping ? (
        <CrossScopingDialog
          onSave={(scoping) =>
            change(store, scoping, {
              failure: (message) => t("Failed to save cross-filter scoping: {message}", { message }),
            })
          }
          onClose={() => setScoping(false)}
        />
      ) : null}
    </>
  );
}

type ChangeArguments = Parameters<typeof import("../state/change-metadata.ts").changeMetadata>;

async function change(...args: ChangeArguments): Promise<boolean> {
  let isSaved = false;
  await runLazy(METADATA, async ({ changeMetadata }) => {
    isSaved = await changeMetadata(...args);
  });
  return isSaved;
}
