import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function for every render, which calls the handler of the latest; undefined without a handler. */
export function useStableHandler<A extends unknown[]>(
  handler: ((...args: A) => void) | undefined,
): ((...args: A) => void) | undefined {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  const stable = useCallback((...args: A) => latest.current?.(...args), []);
  return handler && stable;
}
