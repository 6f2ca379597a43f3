import * as themes from "../../api/theme/contract.ts";
import { call } from "../../web/client/client.ts";
import { changeSystemLook, type TriedTheme, tryTheme } from "../../web/session/looks.ts";
import { toast } from "../../web/toasts/toasts.ts";
import type { SystemMark, ThemeRow } from "./theme-list.tsx";

type Named = Pick<ThemeRow, "id" | "theme_name">;
export type SavedTheme = Pick<ThemeRow, "id" | "theme_name" | "json_data">;

const textOf = async (id: number) => (await call(themes.show, { params: { id } })).result.json_data ?? "{}";

/** Previews a theme for the whole product, in this browser only. */
export async function previewRow({ id, theme_name }: Named): Promise<void> {
  try {
    await tryTheme({ id, name: theme_name, text: await textOf(id) });
    toast.info(`Previewing “${theme_name}” in this browser.`, {
      action: { label: "Stop preview", run: () => void tryTheme(undefined) },
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
    const name = mode === "dark" ? "default dark theme" : "default theme";
    toast.success(isSet ? `“${theme_name}” is now the ${name}` : `“${theme_name}” is no longer the ${name}`);
  } catch (error) {
    toast.error(error);
  }
}

/** Updates the page if the saved theme is previewed or a default. */
export async function showSaved({ id, theme_name, json_data: text }: SavedTheme, tried: TriedTheme | null) {
  if (tried?.id === id) await tryTheme({ id, name: theme_name, text });
  const { result } = await call(themes.show, { params: { id } });
  if (result.is_system_default) await changeSystemLook("light", text);
  if (result.is_system_dark) await changeSystemLook("dark", text);
}
