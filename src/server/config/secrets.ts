import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Secrets {
  readonly jwtKey: Uint8Array;
  readonly guestKey: Uint8Array;
  /** Keyed digest (hex), for values that come back from the browser. */
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
  seal(text: string): string;
  /** Decrypts a text of `seal`; throws when it was encrypted with another key or changed. */
  open(sealed: string): string;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function loadSecrets(home: string): Secrets {
  if (!existsSync(fileOf(home))) writeKeys(home, [newKey()]);
  const [master = "", previous] = keysOf(home);
  return secretsOf(bytesOf(master), previous === undefined ? undefined : bytesOf(previous));
}

/** Creates a new secret; the former one still decrypts until `endRotation`. Can be called again. */
export function beginRotation(home: string): void {
  const keys = keysOf(home);
  if (keys.length < 2) writeKeys(home, [newKey(), ...keys]);
}

export function endRotation(home: string): void {
  writeKeys(home, keysOf(home).slice(0, 1));
}

const fileOf = (home: string) => join(home, "secret.key");
const newKey = () => randomBytes(KEY_BYTES).toString("base64url");
const bytesOf = (key: string) => Buffer.from(key, "base64url");

const keysOf = (home: string) => readFileSync(fileOf(home), "utf8").trim().split("\n");

function writeKeys(home: string, keys: readonly string[]): void {
  const draft = `${fileOf(home)}.${process.pid}`;
  writeFileSync(draft, `${keys.join("\n")}\n`, { mode: 0o600, flush: true });
  renameSync(draft, fileOf(home));
}

/** `previous` only decrypts. */
export function secretsOf(master: Uint8Array, previous?: Uint8Array): Secrets {
  if (master.length < KEY_BYTES) throw new Error("the secret key is too short");
  const keyFor = (purpose: string) => derivedKey(master, purpose);
  const signKey = keyFor("sign");
  const sealKey = keyFor("seal");
  const sign = (text: string) => createHmac("sha256", signKey).update(text).digest("hex");
  return {
    jwtKey: keyFor("jwt"),
    guestKey: keyFor("guest"),
    sign,
    isSigned: (text, signature) => {
      const expected = Buffer.from(sign(text));
      const actual = Buffer.from(signature);
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
    seal: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealKey, iv);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    open: (sealed) => {
      try {
        return decryptWith(sealKey, sealed);
      } catch (error) {
        if (previous === undefined) throw error;
        return decryptWith(derivedKey(previous, "seal"), sealed);
      }
    },
  };
}

const derivedKey = (master: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync("sha256", master, "tessera", purpose, KEY_BYTES));

function decryptWith(key: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
