import { toast } from "./toasts.ts";

/** Copies a text and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success("Copied to clipboard!");
  } catch {
    toast.danger("Sorry, your browser does not support copying. Use Ctrl / Cmd + C!");
  }
}
