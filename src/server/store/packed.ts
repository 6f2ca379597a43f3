import { deflateRawSync, inflateRawSync } from "node:zlib";

/** JSON as compressed text, for what is kept in numbers and seldom read. */
export function packed(value: unknown): string {
  return deflateRawSync(Buffer.from(JSON.stringify(value)), { level: 1 }).toString("base64");
}

export function unpacked(text: string): unknown {
  return JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString());
}
