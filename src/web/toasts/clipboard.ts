import { t } from "../../i18n/translate.ts";
import { toast } from "./toasts.ts";

/** Shows a toast and returns false if the browser can't copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (copyBySelection(text)) return true;
    toast.danger(t("Sorry, your browser does not support copying. Use Ctrl / Cmd + C!"), { noDuplicate: true });
    return false;
  }
}

export async function copyWithToast(text: string): Promise<void> {
  if (await copyText(text)) toast.success(t("Copied to clipboard!"));
}

/** Pages without TLS have no clipboard API; a selection can still be copied. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const copied = typeof document.execCommand === "function" && document.execCommand("copy");
  field.remove();
  return copied;
}
