import { t } from "../../i18n/translate.ts";
import { builtInText } from "../../ui/tokens.ts";
import type { ThemeRow } from "./theme-list.tsx";

const ROW = { is_system: true, is_system_default: false, is_system_dark: false, created_by: null };

/** The themes of the product itself, which aren't stored. Their ids are negative. */
export const builtInThemes = (): ThemeRow[] => [
  { ...ROW, id: -1, theme_name: t("Built-in light"), json_data: builtInText("light") },
  { ...ROW, id: -2, theme_name: t("Built-in dark"), json_data: builtInText("dark") },
];

export const isBuiltIn = ({ id }: Pick<ThemeRow, "id">) => id < 0;

export const builtInTheme = (id: number): ThemeRow | undefined => builtInThemes().find((one) => one.id === id);
