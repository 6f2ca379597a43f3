import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Keys derived from the one secret of this installation, each for one purpose. */
export interface Secrets {
  /** Signs access tokens. */
  readonly jwtKey: Uint8Array;
  /** Signs tokens of guests. */
  readonly guestKey: Uint8Array;
  /** A keyed digest, hex, for values that come back from the browser. */
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
  /** Encrypts a text for the store. */
  seal(text: string): string;
  /** The text of `seal`; throws when it was sealed with another key or changed. */
  open(sealed: string): string;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Reads the secret of the home folder, or generates it (readable by its owner only). */
export function loadSecrets(home: string): Secrets {
  const file = join(home, "secret.key");
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString("base64url")}\n`, { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
  return secretsOf(Buffer.from(readFileSync(file, "utf8").trim(), "base64url"));
}

export function secretsOf(master: Uint8Array): Secrets {
  if (master.length < KEY_BYTES) throw new Error("the secret key is too short");
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync("sha256", master, "tessera", purpose, KEY_BYTES));
  const signKey = keyFor("sign");
  const sealKey = keyFor("seal");
  const sign = (text: string) => createHmac("sha256", signKey).update(text).digest("hex");
  return {
    jwtKey: keyFor("jwt"),
    guestKey: keyFor("guest"),
    sign,
    isSigned: (text, signature) => {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    seal: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealKey, iv);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)).toString("utf8") + decipher.final("utf8");
    },
  };
}
