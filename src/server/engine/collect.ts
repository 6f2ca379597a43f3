import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Whether the engine says that it found no memory. */
export const isOutOfMemory = (message: string) => /out of memory|bad allocation|allocation failure/i.test(message);

/** What the engine computed for a result stays until the result is collected: whoever asks next would find no memory. */
export function collect(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
