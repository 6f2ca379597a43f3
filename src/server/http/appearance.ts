import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { z } from "zod";
import { colorProblem } from "../../model/color-text.ts";
import { readJson } from "../../model/json-text.ts";
import { APPEARANCE_COOKIE, SYSTEM_THEMES, type SystemThemes, themeProblem } from "../../model/theme.ts";
import type { App } from "../app.ts";
import type { Tables } from "../store/tables.ts";
import { buildManifest, pageWith } from "./page-pieces.ts";

export type Chosen = "light" | "dark";

/** What the asker chose in this browser; undefined for those who follow their device. */
export function chosenAppearance({ cookies }: FastifyRequest): Chosen | undefined {
  const chosen = cookies[APPEARANCE_COOKIE];
  return chosen === "light" || chosen === "dark" ? chosen : undefined;
}

/** The page as its head has it on devices of what was chosen: it is never seen in the other. */
export function inAppearance(html: string, chosen: Chosen | undefined): string {
  if (!chosen) return html;
  return html
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${chosen}"`)
    .replaceAll(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_, mode) => (mode === chosen ? "all" : "not all"));
}

/** The themes that administrators gave to everybody. A page brings them, so that it is never seen in other colors. */
export async function systemThemes(db: Kysely<Tables>): Promise<SystemThemes> {
  const rows = await db
    .selectFrom("themes")
    .select(["json_data", "is_system_default", "is_system_dark"])
    .where((where) => where.or([where("is_system_default", "=", true), where("is_system_dark", "=", true)]))
    .execute();
  return {
    light: rows.find((row) => row.is_system_default)?.json_data,
    dark: rows.find((row) => row.is_system_dark)?.json_data,
  };
}

/** The page with the themes, the code that reads them, and their ground for until that has run. */
export async function withThemes(html: string, themes: SystemThemes, app: App): Promise<string> {
  if (themes.light === undefined && themes.dark === undefined) return html;
  const grounds = (["light", "dark"] as const).flatMap((mode) => {
    const color = groundOf(themes[mode]);
    return color ? [`@media (prefers-color-scheme:${mode}){:root{background:${color}}}`] : [];
  });
  const style = grounds.length > 0 ? `<style>${grounds.join("")}</style>` : "";
  const links = await app.once(buildManifest).linksOf(["own-theme"]);
  const themed = html.replace("<script", () => `${style}${links}<script`);
  return pageWith(themed, SYSTEM_THEMES, themes);
}

const Ground = z.looseObject({
  algorithm: z.union([z.string(), z.array(z.string())]).optional(),
  token: z.looseObject({ colorBgLayout: z.string().optional(), colorBgBase: z.string().optional() }).default({}),
});

/** As the interface has it without a theme; see `src/ui/theme.dark.json`. */
const DARK_GROUND = "#101114";

function groundOf(text: string | undefined): string | undefined {
  const parsed = text === undefined || themeProblem(text) ? undefined : Ground.safeParse(readJson(text));
  if (!parsed?.success) return undefined;
  const { algorithm, token } = parsed.data;
  const color = token.colorBgLayout ?? token.colorBgBase;
  if (color && !colorProblem(color)) return color;
  return [algorithm].flat().includes("dark") ? DARK_GROUND : undefined;
}
