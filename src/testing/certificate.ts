import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Makes a certificate for `localhost` that is signed by itself, `<name>.crt` and `<name>.key` in the folder, by the
 * system's openssl; as another user where said. Throws what openssl says.
 */
export function makeCertificate(folder: string, name: string, user: { uid?: number; gid?: number } = {}): void {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
  const files = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.crt`)];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject];
  const made = spawnSync("openssl", request, { ...user, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr || made.error?.message}`);
}
