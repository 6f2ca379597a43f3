import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** JSON as compressed text, for what is kept in numbers and seldom read. */
export async function packed(value: unknown): Promise<string> {
  return (await deflated(Buffer.from(JSON.stringify(value)), { level: 1 })).toString("base64");
}

export async function unpacked(text: string): Promise<unknown> {
  return JSON.parse((await inflated(Buffer.from(text, "base64"))).toString());
}
