import { isReachable } from "../client/connection.ts";
import { toast } from "./toasts.ts";

/**
 * Does what takes code that is loaded when it is first wanted. Where that does not come, says so, and fetches it again
 * when asked; from a server that has another version by now, with the whole page.
 */
export async function withCode<C>(load: () => Promise<C>, act: (code: C) => unknown): Promise<void> {
  let code: C;
  try {
    code = await load();
  } catch {
    if (await isReachable()) sayNewer();
    else sayUnreachable(() => void withCode(load, act));
    return;
  }
  await act(code);
}

function sayNewer(): void {
  toast.danger("This could not be loaded: the server has a newer version, which comes when the page is loaded again.", {
    action: { label: "Reload", run: () => window.location.reload() },
    noDuplicate: true,
  });
}

function sayUnreachable(retry: () => void): void {
  toast.danger("This could not be loaded: the server could not be reached.", {
    action: { label: "Retry", run: retry },
  });
}
