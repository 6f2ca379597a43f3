import { Monitor, Moon, Sun } from "lucide-react";
import type { ReactElement } from "react";
import { Menu } from "../../ui/Menu.tsx";
import { type Appearance, useAppearance, useThemeMode } from "../theme.ts";
import type { RailButtonProps } from "./Rail.tsx";

const CHOICES = [
  { key: "light", label: "Light", icon: <Sun size={16} /> },
  { key: "dark", label: "Dark", icon: <Moon size={16} /> },
  { key: "system", label: "As the system", icon: <Monitor size={16} /> },
] as const;

/** The entries of the appearance choice, also used by the menus of the phone. */
export function useAppearanceItems() {
  const [appearance, setAppearance] = useAppearance();
  return CHOICES.map((choice) => ({
    ...choice,
    checked: choice.key === appearance,
    onSelect: () => setAppearance(choice.key as Appearance),
  }));
}

export function AppearanceMenu({ children }: { children(props: RailButtonProps): ReactElement }) {
  const items = useAppearanceItems();
  const mode = useThemeMode();
  return (
    <Menu items={items} placement="topLeft">
      {children({ icon: mode === "dark" ? Sun : Moon, label: "Appearance" })}
    </Menu>
  );
}
