import type { Operation, OperationArguments } from "../../model/operation.ts";
import { callForStream } from "../client/client.ts";
import { later } from "../client/clock.ts";
import { dismiss, toast } from "./toasts.ts";

/** Whoever waits longer than this, milliseconds, is told for what. */
const SOON_MS = 400;

export const onItsWay = (name: string) => `${name} is being made. It is saved when it is ready.`;

/** What the work gives or throws; while it goes on, a toast says so. */
export async function saying<T>(text: string, work: Promise<T>): Promise<T> {
  let id: number | undefined;
  const cancel = later(SOON_MS, () => {
    id = toast.info(text, { stays: true });
  });
  try {
    return await work;
  } finally {
    cancel();
    if (id !== undefined) dismiss(id);
  }
}

/** Saves the answer of an operation as a file, named by the server or else `fallback`. It may take as long as it takes. */
export async function download<O extends Operation>(operation: O, args: OperationArguments<O>, fallback: string) {
  try {
    const asked = callForStream(operation, args, { timeoutMs: 0 });
    const read = asked.then(async (response) => [await response.blob(), response.headers] as const);
    const [blob, headers] = await saying(onItsWay(fallback), read);
    const disposition = headers.get("content-disposition") ?? "";
    saveBlob(blob, /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? fallback);
  } catch (error) {
    toast.error(error);
  }
}

/** Offers a blob to the user as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  later(1000, () => URL.revokeObjectURL(link.href));
}
