import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from "react";
import { beforeLoading, type Lazy, lazy } from "./lazy.ts";
import { MissingPart } from "./MissingPart.tsx";

export interface LazyComponent<P> extends Pick<Lazy<unknown>, "prefetch"> {
  /** Draws at once what has been loaded, and `fallback` until then. */
  (props: P & { fallback?: ReactNode }): ReactNode;
}

/**
 * A component whose code is loaded when it is first drawn. Where that fails an alert says so and offers to retry; the
 * page around it stays as it is, with what is unsaved on it. `fallback` is drawn where no other is given.
 *
 * React's own `lazy` keeps its placeholder for up to 300 ms after the code has come, longer than most charts take to draw.
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
      {failure ? <MissingPart onRetry={retry} /> : null}
    </>
  );
}

/** What is lazy once it is there; undefined until then, and when nothing is wanted. Throws `NotLoaded`. */
export function useLazy<T>(code: Lazy<T> | undefined): T | undefined {
  const { value, failure } = useLoading(code);
  if (failure && value === undefined) throw failure;
  return value;
}

function useLoading<T>(code: Lazy<T> | undefined) {
  const [failure, setFailure] = useState<Error>();
  const [, arrive] = useReducer((count: number) => count + 1, 0);
  const value = code?.loaded();
  const isMissing = value === undefined;
  useEffect(() => {
    // Asked by what was rendered: what has come since then is to be rendered too.
    if (!code || !isMissing) return undefined;
    let isWanted = true;
    code.load().then(
      () => isWanted && arrive(),
      (cause: Error) => isWanted && setFailure(cause),
    );
    return () => {
      isWanted = false;
    };
  }, [code, isMissing]);
  const retry = async () => {
    await code?.load().then(arrive, setFailure);
  };
  return { value, failure, retry };
}

const failedStyles = new Set<HTMLLinkElement>();

// The bundler's loader asks for each style sheet once, whether or not it comes.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
  },
  true,
);

async function reloadStyles(): Promise<void> {
  await Promise.all([...failedStyles].map(reloadStyle));
}

function reloadStyle(link: HTMLLinkElement): Promise<void> {
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

beforeLoading(reloadStyles);
