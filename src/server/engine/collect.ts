import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isOutOfMemory } from "./memory.ts";

/**
 * After a failure for want of memory: what the engine computed for a result stays until the result is collected, and
 * whoever asks next would find no memory.
 */
export function collectAfter(message: string): void {
  if (!isOutOfMemory(message)) return;
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
