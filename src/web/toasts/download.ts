import { t } from "../../i18n/translate.ts";
import type { Operation, OperationArguments } from "../../model/operation.ts";
import { callForStream } from "../client/client.ts";
import { later } from "../client/clock.ts";
import { dismiss, toast } from "./toasts.ts";

const TOAST_DELAY_MS = 400;

export const downloadPending = (name: string) => t("Preparing {name}. The download starts when it's ready.", { name });

export async function withProgressToast<T>(text: string, work: Promise<T>): Promise<T> {
  let id: number | undefined;
  const cancel = later(TOAST_DELAY_MS, () => {
    id = toast.info(text, { stays: true });
  });
  try {
    return await work;
  } finally {
    cancel();
    if (id !== undefined) dismiss(id);
  }
}

/** Uses the file name of the server, or else `fallback`. Has no timeout. */
export async function download<O extends Operation>(operation: O, args: OperationArguments<O>, fallback: string) {
  try {
    const pending = callForStream(operation, args, { timeoutMs: 0 });
    const read = pending.then(async (response) => [await response.blob(), response.headers] as const);
    const [blob, headers] = await withProgressToast(downloadPending(fallback), read);
    const disposition = headers.get("content-disposition") ?? "";
    saveBlob(blob, /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? fallback);
  } catch (error) {
    toast.error(error);
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  later(1000, () => URL.revokeObjectURL(link.href));
}
