import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from "react";
import { LoadFailure } from "./LoadFailure.tsx";
import { beforeLoading, type Lazy, lazy } from "./lazy.ts";

export interface LazyComponent<P> extends Pick<Lazy<unknown>, "prefetch"> {
  (props: P & { fallback?: ReactNode }): ReactNode;
}

/**
 * A component whose code is loaded on first render. On failure an alert offers Retry, and the page around it keeps its
 * state. React's own `lazy` keeps its fallback for up to 300 ms after loading, longer than most charts take to render.
 */
export function lazyComponent<P extends object>(
  fetch: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): LazyComponent<P> {
  const code = lazy(fetch);
  const loading = ({ fallback: own = fallback, ...props }: P & { fallback?: ReactNode }) => (
    <Loading code={code} props={props as unknown as P} fallback={own} />
  );
  return Object.assign(loading, { prefetch: code.prefetch });
}

interface LoadingProps<P> {
  code: Lazy<ComponentType<P>>;
  props: P;
  fallback: ReactNode;
}

function Loading<P extends object>({ code, props, fallback }: LoadingProps<P>) {
  const { value: Component, failure, retry } = useLoading(code);
  if (Component) return <Component {...props} />;
  return (
    <>
      {fallback}
      {failure ? <LoadFailure onRetry={retry} /> : null}
    </>
  );
}

/** Undefined while loading, or if `code` is undefined. Throws `NotLoaded`. */
export function useLazy<T>(code: Lazy<T> | undefined): T | undefined {
  const { value, failure } = useLoading(code);
  if (failure && value === undefined) throw failure;
  return value;
}

function useLoading<T>(code: Lazy<T> | undefined) {
  const [failure, setFailure] = useState<Error>();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const value = code?.loaded();
  const isMissing = value === undefined;
  useEffect(() => {
    // The code may have loaded between render and effect.
    if (!code || !isMissing) return undefined;
    let isWanted = true;
    code.load().then(
      () => isWanted && rerender(),
      (cause: Error) => isWanted && setFailure(cause),
    );
    return () => {
      isWanted = false;
    };
  }, [code, isMissing]);
  const retry = async () => {
    await code?.load().then(rerender, setFailure);
  };
  return { value, failure, retry };
}

const failedStyles = new Set<HTMLLinkElement>();

// The bundler's loader requests each style sheet once, even if it fails.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
  },
  true,
);

async function retryStylesheets(): Promise<void> {
  await Promise.all([...failedStyles].map(retryStylesheet));
}

function retryStylesheet(link: HTMLLinkElement): Promise<void> {
  failedStyles.delete(link);
  return new Promise((resolve, reject) => {
    const copy = document.createElement("link");
    copy.rel = "stylesheet";
    copy.crossOrigin = link.crossOrigin;
    copy.addEventListener("load", () => resolve());
    copy.addEventListener("error", () => reject(new Error(`no style sheet ${link.href}`)));
    copy.href = link.href;
    link.replaceWith(copy);
  });
}

beforeLoading(retryStylesheets);
