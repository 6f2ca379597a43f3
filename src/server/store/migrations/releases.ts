import type { Release } from "../store-version.ts";

/** Versions that changed the store, oldest first. `npm run release` adds its own. */
// biome-ignore format: one entry a line
export const RELEASES: readonly Release[] = [
  { version: "0.5.0", lastMigration: "0031-drop-rights-counters" },
];
