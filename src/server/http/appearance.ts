import type { FastifyRequest } from "fastify";
import { APPEARANCE_COOKIE } from "../../model/appearance.ts";

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
