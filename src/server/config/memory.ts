import { totalmem } from "node:os";
import { bytesOf } from "./sizes.ts";

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const BOUNDS = { least: 512 * MB, most: 1024 * GB };

/** How the processes of a server share its memory. */
export interface MemoryShares {
  /** Of all processes together. */
  totalBytes: number;
  /** JavaScript heap of the server; undefined = Node's default. Generous, because a full one ends the server. */
  heapMb: number | undefined;
  /** DuckDB's buffers in each of its processes. Larger queries use the disk. */
  engineMb: number;
  /** Of each thread. */
  threadMb: number;
  /** Browser for screenshots. */
  picturesMb: number;
  /** Of each SQL Lab result, which is in the heap several times while it is written. */
  sqlResultBytes: number;
}

/** Without a setting, the memory of the container or the machine. */
export function readMemory(text: string | undefined): MemoryShares {
  const available = availableBytes(totalmem(), process.constrainedMemory());
  const set = bytesOf("TESSERA_MEMORY_LIMIT", text, BOUNDS);
  const isLimited = set !== undefined || available < totalmem();
  return memoryShares(Math.min(set ?? available, available), isLimited);
}

/** `constrained` is 0 or larger than `total` without a container limit. */
export const availableBytes = (total: number, constrained: number) =>
  constrained > 0 ? Math.min(total, constrained) : total;

export function memoryShares(totalBytes: number, isLimited: boolean): MemoryShares {
  const share = (part: number, least: number, most: number) =>
    Math.max(least, Math.min(most, Math.floor((totalBytes / MB) * part)));
  return {
    totalBytes,
    heapMb: isLimited ? share(0.6, 512, 4096) : undefined,
    engineMb: share(0.25, 128, 8192),
    threadMb: share(0.125, 128, 2048),
    picturesMb: share(0.25, 400, 2048),
    sqlResultBytes: share(0.05, 16, 100) * MB,
  };
}
