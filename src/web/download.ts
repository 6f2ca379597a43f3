import type { Operation, OperationArguments } from "../model/operation.ts";
import { callForStream } from "./client.ts";
import { later } from "./clock.ts";
import { toast } from "./toasts.ts";

/** Saves the answer of an operation as a file, named by the server or else `fallback`. It may take as long as it takes. */
export async function download<O extends Operation>(operation: O, args: OperationArguments<O>, fallback: string) {
  try {
    const response = await callForStream(operation, args, { timeoutMs: 0 });
    const disposition = response.headers.get("content-disposition") ?? "";
    saveBlob(await response.blob(), /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? fallback);
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
