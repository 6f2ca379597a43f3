import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Config, readConfig } from "../../server/config/config.ts";
import { beginRotation } from "../../server/config/secrets.ts";
import { createApp } from "../../server/start/create-app.ts";
import { rotateKey } from "./index.ts";
import { addressOf, findDatabase, insertDatabase, secretPartsOf } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-rotate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function configOf(name: string, env: Record<string, string> = {}): Config {
  mkdirSync(join(folder, name), { recursive: true });
  return readConfig({ TESSERA_HOME: join(folder, name), ...env }, process.cwd());
}

const CERTIFICATE = "-----BEGIN CERTIFICATE-----";
const EXTRA = '{"password":"hidé"}';
const VALUES = {
  database_name: "shop",
  sqlalchemy_uri: "postgresql://me:secret@db/shop",
  encrypted_extra: EXTRA,
  server_cert: CERTIFICATE,
};

async function withDatabase(config: Config): Promise<void> {
  const app = await createApp(config);
  await insertDatabase(app, VALUES as Parameters<typeof insertDatabase>[1], {
    now: "2026-01-01T00:00:00",
    userId: null,
  });
  await app.close();
}

async function readBack(config: Config) {
  const app = await createApp(config);
  try {
    const record = await findDatabase(app.db, 1);
    if (!record) throw new Error("the database is gone");
    return {
      stored: record.sqlalchemy_uri,
      address: addressOf(app.secrets, record),
      ...secretPartsOf(app.secrets, record),
    };
  } finally {
    await app.close();
  }
}

const CLEAR = { address: VALUES.sqlalchemy_uri, encryptedExtra: EXTRA, serverCert: CERTIFICATE };
const keysIn = (name: string) =>
  readFileSync(join(folder, name, "secret.key"), "utf8")
    .trim()
    .split("\n");

test("every secret is encrypted with a new key in the home folder", async () => {
  const config = configOf("home");
  await withDatabase(config);
  const before = { keys: keysIn("home"), ...(await readBack(config)) };
  expect(await rotateKey(config)).toBe(1);
  const after = await readBack(config);
  expect(after).toMatchObject(CLEAR);
  expect(after.stored).not.toBe(before.stored);
  expect(keysIn("home")).toHaveLength(1);
  expect(keysIn("home")).not.toEqual(before.keys);
});

test("an interrupted rotation works with both keys, and finishes when run again", async () => {
  const config = configOf("interrupted");
  await withDatabase(config);
  beginRotation(config.home);
  const [newKey] = keysIn("interrupted");
  expect(await readBack(config)).toMatchObject(CLEAR);
  expect(await rotateKey(config)).toBe(1);
  expect(keysIn("interrupted")).toEqual([newKey]);
  expect(await readBack(config)).toMatchObject(CLEAR);
});

test("a key in the settings requires the previous one until rotation is done", async () => {
  const [first, second] = ["a".repeat(40), "b".repeat(40)];
  await withDatabase(configOf("settings", { TESSERA_SECRET_KEY: first }));
  const alone = configOf("settings", { TESSERA_SECRET_KEY: second });
  await expect(rotateKey(alone)).rejects.toThrow("TESSERA_PREVIOUS_SECRET_KEY");
  await expect(readBack(alone)).rejects.toThrow();
  await expect(
    rotateKey(configOf("settings", { TESSERA_SECRET_KEY: second, TESSERA_PREVIOUS_SECRET_KEY: "c".repeat(40) })),
  ).rejects.toThrow();
  const both = configOf("settings", { TESSERA_SECRET_KEY: second, TESSERA_PREVIOUS_SECRET_KEY: first });
  expect(await rotateKey(both)).toBe(1);
  expect(await readBack(alone)).toMatchObject(CLEAR);
});
