import { t } from "../i18n/translate.ts";
export interface Lazy<T> {
  /** After a failure, the next call retries. Rejects with `NotLoaded`. */
  load(): Promise<T>;
  prefetch(): Promise<void>;
  loaded(): T | undefined;
}

/** The server is unreachable, or has a newer version of the code. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super(t("Part of this page couldn't be loaded. Check your connection, then retry or reload the page."), { cause });
    this.name = "NotLoaded";
  }
}

let prepare = async (): Promise<void> => undefined;

export function beforeLoading(act: () => Promise<void>): void {
  prepare = act;
}

/** Call once per module, never while rendering. */
export function lazy<T>(fetch: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  let value: T | undefined;
  const load = async () => {
    loading ??= prepare().then(fetch);
    try {
      value = await loading;
      return value;
    } catch (cause) {
      loading = undefined;
      throw new NotLoaded(cause);
    }
  };
  const prefetch = async () => {
    await load().catch(() => undefined);
  };
  return { load, prefetch, loaded: () => value };
}
