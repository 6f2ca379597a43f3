/** Code that is loaded when it is first wanted, and kept. */
export interface Lazy<T> {
  /** Loads it; after a failure the next call tries again. Rejects with `NotLoaded`. */
  load(): Promise<T>;
  /** Loads it before it is needed. Never rejects. */
  prefetch(): Promise<void>;
  /** What has been loaded. */
  loaded(): T | undefined;
}

/** The server could not be reached, or has another version of the code by now. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super("This part could not be loaded. Check your connection, then retry or reload the page.", { cause });
    this.name = "NotLoaded";
  }
}

let prepare = async (): Promise<void> => undefined;

/** Has something done before each attempt to load. */
export function beforeLoading(act: () => Promise<void>): void {
  prepare = act;
}

/** Called once per module, never while drawing. */
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
