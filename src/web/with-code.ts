import { toast } from "./toasts.ts";

/**
 * Does what takes code that is loaded when it is first wanted. Where that does not come, says so, and fetches it again
 * when asked.
 */
export async function withCode<C>(load: () => Promise<C>, act: (code: C) => unknown): Promise<void> {
  let code: C;
  try {
    code = await load();
  } catch {
    toast.danger("This could not be loaded: the server could not be reached, or has a newer version.", {
      action: { label: "Retry", run: () => void withCode(load, act) },
    });
    return;
  }
  await act(code);
}
