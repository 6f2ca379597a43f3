import { toast } from "./toasts.ts";

/** Copies text; says so in the specification's words when the browser cannot. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (copyBySelection(text)) return true;
    toast.danger("Sorry, your browser does not support copying. Use Ctrl / Cmd + C!", { noDuplicate: true });
    return false;
  }
}

/** Copies text and says that it did. */
export async function copyAndSay(text: string): Promise<void> {
  if (await copyText(text)) toast.success("Copied to clipboard!");
}

/** Pages served without TLS have no clipboard object; a selection can still be copied. */
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
