import { type Lazy, NotLoaded } from "../../ui/lazy.ts";
import { isReachable } from "../client/connection.ts";
import { toast } from "./toasts.ts";

/**
 * Does what takes code that is loaded when it is first wanted. Where that fails a toast says so and offers to retry; what
 * `act` throws is the caller's.
 */
export async function runLazy<C>(code: Lazy<C>, act: (code: C) => unknown): Promise<void> {
  const loaded = await code.load().catch((error: NotLoaded) => error);
  if (!(loaded instanceof NotLoaded)) await act(loaded);
  else if (await isReachable()) sayNewer();
  else sayUnreachable(() => void runLazy(code, act));
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
