import { create } from "zustand";
import { t } from "../../i18n/translate.ts";
import type { OverwriteConfirm } from "../../model/errors.ts";
import { abortedError, toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import type { Changed } from "../changes/index.ts";

/**
 * Optimistic locking: a save names the version it is based on. If the server answers 412 because it would undo a newer
 * save of the same properties, the user is asked to confirm; nothing is saved until then.
 */
export interface OverwriteQuestion {
  object: Changed;
  stale: OverwriteConfirm;
  answer(isConfirmed: boolean): void;
}

interface OverwriteState {
  question: OverwriteQuestion | undefined;
}

export const useOverwrite = create<OverwriteState>(() => ({ question: undefined }));

/**
 * Saves, asking the user if `basedOn` is stale. Throws what `save` throws, and an "aborted" error if the user declines.
 */
export async function saveWithConfirm<T>(
  object: Changed,
  basedOn: string | undefined,
  save: (basedOn: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await save(basedOn);
  } catch (cause) {
    const stale = staleOf(cause);
    if (!stale) throw cause;
    toast.warning(t("Please confirm the overwrite values."));
    if (!(await confirmOverwrite(object, stale))) throw abortedError(cause);
    return saveWithConfirm(object, stale.state, save);
  }
}

function staleOf(cause: unknown): OverwriteConfirm | undefined {
  const { status, errors } = toApiError(cause);
  if (status !== 412) return undefined;
  return errors[0]?.extra?.overwriteConfirmMetadata as OverwriteConfirm | undefined;
}

function confirmOverwrite(object: Changed, stale: OverwriteConfirm): Promise<boolean> {
  useOverwrite.getState().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      useOverwrite.setState({ question: undefined });
      resolve(isConfirmed);
    };
    useOverwrite.setState({ question: { object, stale, answer } });
  });
}
