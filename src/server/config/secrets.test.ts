import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSecrets, secretsOf } from "./secrets.ts";

const key = (fill: number) => new Uint8Array(32).fill(fill);

test("decrypts with the same secret only, and not after tampering", () => {
  const secrets = secretsOf(key(1));
  const sealed = secrets.seal("postgres://me:pässword@db/x");
  expect(sealed).not.toContain("password");
  expect(secrets.seal("x")).not.toBe(secrets.seal("x"));
  expect(secretsOf(key(1)).open(sealed)).toBe("postgres://me:pässword@db/x");
  expect(() => secretsOf(key(2)).open(sealed)).toThrow();
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith("A") ? "BB" : "AA"}`;
  expect(() => secrets.open(changed)).toThrow();
});

test("a signature is valid for one text and one secret", () => {
  const secrets = secretsOf(key(1));
  expect(secrets.isSigned("a", secrets.sign("a"))).toBe(true);
  expect(secrets.isSigned("b", secrets.sign("a"))).toBe(false);
  expect(secrets.isSigned("a", secretsOf(key(2)).sign("a"))).toBe(false);
  expect(secrets.isSigned("a", "")).toBe(false);
});

test("a home folder gets one secret, readable by its owner only", () => {
  const home = mkdtempSync(join(tmpdir(), "tessera-secret-"));
  const first = loadSecrets(home);
  expect(statSync(join(home, "secret.key")).mode & 0o777).toBe(0o600);
  expect(loadSecrets(home).open(first.seal("kept"))).toBe("kept");
  rmSync(home, { recursive: true, force: true });
});

test("rejects a short secret", () => {
  expect(() => secretsOf(new Uint8Array(8))).toThrow("too short");
});
