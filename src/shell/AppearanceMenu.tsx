import { Monitor, Moon, Sun, X } from "lucide-react";
import type { ReactElement } from "react";
import { t } from "../i18n/translate.ts";
import { Menu, type MenuItem } from "../ui/Menu.tsx";
import { tryTheme, useTriedTheme } from "../web/session/system-themes.ts";
import { type Appearance, useAppearance, useThemeMode } from "../web/session/theme.ts";
import type { RailButtonProps } from "./Rail.tsx";

const CHOICES = [
  { key: "light", label: t("Light"), icon: <Sun size={16} /> },
  { key: "dark", label: t("Dark"), icon: <Moon size={16} /> },
  { key: "system", label: t("System"), icon: <Monitor size={16} /> },
] as const;

export function useAppearanceItems(): MenuItem[] {
  const [appearance, setAppearance] = useAppearance();
  const tried = useTriedTheme();
  const choices = CHOICES.map((choice) => ({
    ...choice,
    checked: choice.key === appearance,
    onSelect: () => setAppearance(choice.key as Appearance),
  }));
  if (!tried) return choices;
  const leave = () => void tryTheme(undefined);
  return [
    ...choices,
    { key: "tried", label: t("Stop preview “{theme}”", { theme: tried.name }), icon: <X size={16} />, onSelect: leave },
  ];
}

export function AppearanceMenu({ children }: { children(props: RailButtonProps): ReactElement }) {
  const items = useAppearanceItems();
  const mode = useThemeMode();
  return (
    <Menu items={items} placement="topLeft">
      {children({ icon: mode === "dark" ? Sun : Moon, label: t("Appearance") })}
    </Menu>
  );
}
