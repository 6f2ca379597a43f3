import { create } from "zustand";
import type { OverwriteConfirm } from "../../model/errors.ts";
import { abortedError, toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import type { Changed } from "../changes/index.ts";

/**
 * Saving over what somebody else has saved in the meantime. A save says what it is based on; when the server answers that
 * it would undo a newer save of the same properties, the user is shown them and asked. Nothing is saved until they agree,
 * and a third save that comes in between is asked about again.
 */
export interface OverwriteQuestion {
  /** What is saved. */
  object: Changed;
  stale: OverwriteConfirm;
  answer(isConfirmed: boolean): void;
}

interface OverwriteState {
  question: OverwriteQuestion | undefined;
}

export const useOverwrite = create<OverwriteState>(() => ({ question: undefined }));

/**
 * Runs `save` on top of `basedOn`; asks when that is out of date. Throws what `save` throws, and an aborted error when the
 * user keeps what is stored.
 */
export async function saveAsking<T>(
  object: Changed,
  basedOn: string | undefined,
  save: (basedOn: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await save(basedOn);
  } catch (cause) {
    const stale = staleOf(cause);
    if (!stale) throw cause;
    toast.warning("Please confirm the overwrite values.");
    if (!(await ask(object, stale))) throw abortedError(cause);
    return saveAsking(object, stale.state, save);
  }
}

function staleOf(cause: unknown): OverwriteConfirm | undefined {
  const { status, errors } = toApiError(cause);
  if (status !== 412) return undefined;
  return errors[0]?.extra?.overwriteConfirmMetadata as OverwriteConfirm | undefined;
}

function ask(object: Changed, stale: OverwriteConfirm): Promise<boolean> {
  useOverwrite.getState().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      useOverwrite.setState({ question: undefined });
      resolve(isConfirmed);
    };
    useOverwrite.setState({ question: { object, stale, answer } });
  });
}
