import * as themes from "../../api/theme/contract.ts";
import { call } from "../../web/client/client.ts";
import { changeSystemLook, type TriedTheme, tryTheme } from "../../web/session/looks.ts";
import { toast } from "../../web/toasts/toasts.ts";
import type { SystemMark, ThemeRow } from "./theme-list.tsx";

type Named = Pick<ThemeRow, "id" | "theme_name">;
export type SavedTheme = Pick<ThemeRow, "id" | "theme_name" | "json_data">;

const textOf = async (id: number) => (await call(themes.show, { params: { id } })).result.json_data ?? "{}";

/** Shows the whole product in a theme, in this browser only. */
export async function tryRow({ id, theme_name }: Named): Promise<void> {
  try {
    await tryTheme({ id, name: theme_name, text: await textOf(id) });
    toast.info(`This browser shows “${theme_name}”.`, {
      action: { label: "Stop trying", run: () => void tryTheme(undefined) },
    });
  } catch (error) {
    toast.error(error);
  }
}

const CALLS = {
  is_system_default: { give: themes.setDefault, take: themes.unsetDefault, mode: "light" },
  is_system_dark: { give: themes.setDark, take: themes.unsetDark, mode: "dark" },
} as const;

/** Gives a mode of everybody's a theme, or the product's own; who has the page open sees it from their next one on. */
export async function markTheme(mark: SystemMark, { id, theme_name }: Named, isGiven: boolean): Promise<void> {
  const { give, take, mode } = CALLS[mark];
  try {
    if (isGiven) await call(give, { params: { id } });
    else await call(take, {});
    await changeSystemLook(mode, isGiven ? await textOf(id) : undefined);
    const everybody = mode === "dark" ? "everybody's dark theme" : "everybody's theme";
    toast.success(`“${theme_name}” is ${isGiven ? "" : "no longer "}${everybody}`);
  } catch (error) {
    toast.error(error);
  }
}

/** A theme that is in sight changes with its save. */
export async function showSaved({ id, theme_name, json_data: text }: SavedTheme, tried: TriedTheme | null) {
  if (tried?.id === id) await tryTheme({ id, name: theme_name, text });
  const { result } = await call(themes.show, { params: { id } });
  if (result.is_system_default) await changeSystemLook("light", text);
  if (result.is_system_dark) await changeSystemLook("dark", text);
}
