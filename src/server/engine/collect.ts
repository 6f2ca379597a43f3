import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * After a failure for want of memory: what the engine computed for a result stays until the result is collected, and
 * whoever asks next would find no memory.
 */
export function collect(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
