import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Creates a self-signed certificate for `localhost` with openssl: `<name>.crt` and `<name>.key`, optionally as another
 * user. Throws openssl's output.
 */
export function makeCertificate(folder: string, name: string, user: { uid?: number; gid?: number } = {}): void {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
  const files = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.crt`)];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject];
  const result = spawnSync("openssl", request, { ...user, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`openssl failed: ${result.stderr || result.error?.message}`);
}
