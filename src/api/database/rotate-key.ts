import type { Config } from "../../server/config/config.ts";
import { ConfigError } from "../../server/config/config-error.ts";
import { beginRotation, endRotation } from "../../server/config/secrets.ts";
import { createApp } from "../../server/start/create-app.ts";
import { reencryptDatabases } from "./store.ts";

/**
 * Re-encrypts the stored secrets with a new key and returns the number of databases that had any. The new key is a file
 * in the home folder, or `TESSERA_SECRET_KEY` with `TESSERA_PREVIOUS_SECRET_KEY`. Safe to run again after an
 * interruption: until it finishes, both keys work. No server may use the store meanwhile.
 */
export async function rotateKey(config: Config): Promise<number> {
  if (config.secret && !config.previousSecret) throw new ConfigError(MISSING);
  if (!config.secret) beginRotation(config.home);
  const app = await createApp(config);
  try {
    const count = await reencryptDatabases(app);
    if (!config.secret) endRotation(config.home);
    return count;
  } finally {
    await app.close();
  }
}

const MISSING = "TESSERA_SECRET_KEY is the new key: set TESSERA_PREVIOUS_SECRET_KEY to the previous one.";
