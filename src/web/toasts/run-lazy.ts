import { t } from "../../i18n/translate.ts";
import { type Lazy, NotLoaded } from "../../ui/lazy.ts";
import { isReachable } from "../client/connection.ts";
import { toast } from "./toasts.ts";

/** Runs an action with lazy-loaded code. Shows a toast with Retry if loading fails; errors of `act` are thrown. */
export async function runLazy<C>(code: Lazy<C>, act: (code: C) => unknown): Promise<void> {
  const loaded = await code.load().catch((error: NotLoaded) => error);
  if (!(loaded instanceof NotLoaded)) await act(loaded);
  else {
    const text = (await isReachable())
      ? t("Part of the app couldn't be loaded. Retry, or reload the page if the server was updated.")
      : t("Part of the app couldn't be loaded because the server can't be reached.");
    toast.danger(text, { action: { label: t("Retry"), run: () => void runLazy(code, act) }, noDuplicate: true });
  }
}
