import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "../app.ts";
import { compress, type Encoding } from "./answers.ts";

/** A file of the browser's bundle as it is sent. */
export interface Asset {
  bytes: Buffer;
  encoding: Encoding | undefined;
}

export interface AssetRequest {
  /** Best first. */
  accepted: readonly Encoding[];
  /** The file never changes under its name. */
  mayKeep: boolean;
}

export interface Assets {
  /** Undefined when there is no such file. `name` must not lead out of the folder. */
  read(name: string, request: AssetRequest): Promise<Asset | undefined>;
}

const SUFFIX = { br: ".br", gzip: ".gz" } as const;
const COMPRESSIBLE = /\.(m?js|css|json|svg|txt|wasm)$/;
const COMPRESS_FROM_BYTES = 1024;
/** Compressed files are kept in memory up to this size in all. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Reads a file, compressed before by the build where it was, else compressed once and kept. Use as `app.once(assets)`. */
export function assets(app: App): Assets {
  const kept = new Map<string, Promise<Asset | undefined>>();
  let keptBytes = 0;
  const load = async (name: string, { accepted, mayKeep }: AssetRequest): Promise<Asset | undefined> => {
    const path = join(app.config.webFolder, name);
    for (const encoding of accepted) {
      const bytes = await bytesOf(path + SUFFIX[encoding]);
      if (bytes) return { bytes, encoding };
    }
    const bytes = await bytesOf(path);
    const [encoding] = accepted;
    const isWorth = bytes && encoding && mayKeep && COMPRESSIBLE.test(name) && bytes.length >= COMPRESS_FROM_BYTES;
    return isWorth ? { bytes: await compress(bytes, encoding), encoding } : bytes && { bytes, encoding: undefined };
  };
  return {
    read: async (name, request) => {
      if (!request.mayKeep) return load(name, request);
      const key = `${request.accepted[0] ?? ""} ${name}`;
      const known = kept.get(key);
      if (known) return known;
      const loading = load(name, request);
      kept.set(key, loading);
      const asset = await loading.catch(() => undefined);
      keptBytes += asset?.bytes.length ?? 0;
      if (!asset?.encoding || keptBytes > KEPT_BYTES) {
        keptBytes -= asset?.bytes.length ?? 0;
        kept.delete(key);
      }
      return asset;
    },
  };
}

function bytesOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}
