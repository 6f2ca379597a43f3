import type { Config } from "../../server/config/config.ts";
import { ConfigError } from "../../server/config/config-error.ts";
import { beginRotation, endRotation } from "../../server/config/secrets.ts";
import { createApp } from "../../server/start/create-app.ts";
import { resealDatabases } from "./store.ts";

/**
 * Seals the secrets of the store by a new key, and answers how many databases had any. The key is a new one in the
 * home, or `TESSERA_SECRET_KEY` after `TESSERA_PREVIOUS_SECRET_KEY`. Ended at any moment, it may be called again:
 * what is sealed by either key opens until all of it is sealed by the new one. No server may run on the store.
 */
export async function rotateKey(config: Config): Promise<number> {
  if (config.secret && !config.previousSecret) throw new ConfigError(MISSING);
  if (!config.secret) beginRotation(config.home);
  const app = await createApp(config);
  try {
    const count = await resealDatabases(app);
    if (!config.secret) endRotation(config.home);
    return count;
  } finally {
    await app.close();
  }
}

const MISSING =
  "TESSERA_SECRET_KEY is the new key: set TESSERA_PREVIOUS_SECRET_KEY to the one that sealed the store until now.";
