import { SlidersHorizontal } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useEditing } from "../grid/edit-context.ts";
import { useDashboardPage } from "../state/context.ts";

const FilterSettingsMenu = lazyComponent(async () => (await import("./FilterSettingsMenu.tsx")).FilterSettingsMenu);

export function FilterSettings() {
  const { canEdit } = useDashboardPage();
  const [wasClicked, setClicked] = useState(false);
  // In edit mode the same settings are next to the Filters button and belong to the edited document.
  const isInEditor = useEditing() !== null;
  if (!canEdit || isInEditor) return null;
  if (!wasClicked) return <SettingsButton aria-haspopup="menu" onClick={() => setClicked(true)} />;
  return <FilterSettingsMenu button={<SettingsButton autoFocus />} fallback={<SettingsButton autoFocus />} />;
}

function SettingsButton(rest: Omit<ComponentProps<typeof IconButton>, "label" | "icon">) {
  return <IconButton label={t("Filter settings")} icon={<SlidersHorizontal size={14} />} size={24} {...rest} />;
}
