import { useEffect, useReducer, useState } from "react";

/**
 * Something of its own file, fetched once. React's `lazy` would do the same, but keeps what has come behind its
 * placeholder for up to 300 ms, which is longer than most charts take to draw.
 */
export interface Part<T> {
  /** Fetches it; asks again after a failure. Rejects when it cannot be fetched. */
  load(): Promise<T>;
  /** What has been fetched. */
  loaded(): T | undefined;
}

export function part<T>(fetch: () => Promise<T>): Part<T> {
  let under: Promise<T> | undefined;
  let value: T | undefined;
  return {
    loaded: () => value,
    load: async () => {
      under ??= fetch();
      try {
        value = await under;
        return value;
      } catch (cause) {
        under = undefined;
        throw cause;
      }
    },
  };
}

/** The part once it is there; undefined until then, and when none is asked for. Throws when it cannot be fetched. */
export function usePart<T>(asked: Part<T> | undefined): T | undefined {
  const [failure, setFailure] = useState<unknown>();
  const [, arrive] = useReducer((count: number) => count + 1, 0);
  const value = asked?.loaded();
  const isMissing = value === undefined;
  useEffect(() => {
    // Asked by what was rendered: what has come since then is to be rendered too.
    if (!asked || !isMissing) return undefined;
    let isWanted = true;
    asked.load().then(
      () => isWanted && arrive(),
      (cause: unknown) => isWanted && setFailure(cause),
    );
    return () => {
      isWanted = false;
    };
  }, [asked, isMissing]);
  if (failure !== undefined) throw failure;
  return value;
}
