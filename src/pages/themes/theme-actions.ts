import * as themes from "../../api/theme/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { changeSystemLook, type TriedTheme, tryTheme } from "../../web/session/system-themes.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { builtInTheme } from "./built-in.ts";
import type { SystemMark, ThemeRow } from "./theme-list.tsx";

type Named = Pick<ThemeRow, "id" | "theme_name">;
export type SavedTheme = Pick<ThemeRow, "id" | "theme_name" | "json_data">;

export const textOf = async (id: number): Promise<string> =>
  builtInTheme(id)?.json_data ?? (await call(themes.show, { params: { id } })).result.json_data ?? "{}";

/** A copy of a built-in theme has only its mode, so that every token that is set changes what derives from it. */
export async function copiedText(id: number): Promise<string> {
  const builtIn = builtInTheme(id);
  if (!builtIn) return textOf(id);
  const { algorithm } = JSON.parse(builtIn.json_data ?? "{}") as { algorithm?: unknown };
  return JSON.stringify({ algorithm, token: {} });
}

/** Previews a theme for the whole product, in this browser only. */
export async function previewRow({ id, theme_name }: Named): Promise<void> {
  try {
    await tryTheme({ id, name: theme_name, text: await textOf(id) });
    toast.info(t("Previewing “{name}” in this browser.", { name: theme_name }), {
      action: { label: t("Stop preview"), run: () => void tryTheme(undefined) },
    });
  } catch (error) {
    toast.error(error);
  }
}

const CALLS = {
  is_system_default: { give: themes.setDefault, take: themes.unsetDefault, mode: "light" },
  is_system_dark: { give: themes.setDark, take: themes.unsetDark, mode: "dark" },
} as const;

/** Sets or clears the default theme of a mode. Open pages of other users change on their next load. */
export async function markTheme(mark: SystemMark, { id, theme_name }: Named, isSet: boolean): Promise<void> {
  const { give, take, mode } = CALLS[mark];
  try {
    if (isSet) await call(give, { params: { id } });
    else await call(take, {});
    await changeSystemLook(mode, isSet ? await textOf(id) : undefined);
    toast.success(markedText(mode, theme_name, isSet));
  } catch (error) {
    toast.error(error);
  }
}

function markedText(mode: "light" | "dark", name: string, isSet: boolean): string {
  if (mode === "dark") {
    return isSet
      ? t("“{name}” is now the default dark theme", { name })
      : t("“{name}” is no longer the default dark theme", { name });
  }
  return isSet
    ? t("“{name}” is now the default theme", { name })
    : t("“{name}” is no longer the default theme", { name });
}

export async function showSaved({ id, theme_name, json_data: text }: SavedTheme, tried: TriedTheme | null) {
  if (tried?.id === id) await tryTheme({ id, name: theme_name, text });
  const { result } = await call(themes.show, { params: { id } });
  if (result.is_system_default) await changeSystemLook("light", text);
  if (result.is_system_dark) await changeSystemLook("dark", text);
}
