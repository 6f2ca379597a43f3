import { SYSTEM_THEMES, type SystemThemes } from "../model/theme.ts";
import { takeCarried } from "./carried-answers.ts";
import { setLooks } from "./theme.ts";

/** The themes that came with the page, if any, become how light and dark look; the code for that comes only then. */
export function takeSystemLooks(): Promise<void> | undefined {
  const text = takeCarried(SYSTEM_THEMES);
  return text === undefined ? undefined : readLooks(JSON.parse(text) as SystemThemes);
}

/** A theme that cannot be read leaves the product's own. */
async function readLooks({ light, dark }: SystemThemes): Promise<void> {
  try {
    const { ownTheme } = await import("./own-theme.ts");
    const [day, night] = [light && ownTheme(light, "light"), dark && ownTheme(dark, "dark")];
    setLooks({ ...(day ? { light: day } : {}), ...(night ? { dark: night } : {}) });
  } catch {
    // The code could not be loaded: the page is better in other colors than not at all.
  }
}
