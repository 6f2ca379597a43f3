import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { MissingPart } from "./MissingPart.tsx";

const failed = new Set<HTMLLinkElement>();

// The loader of our parts asks for each style sheet once, whether or not it comes.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
  },
  true,
);

/** Asks again for the style sheets that did not come. Rejects where one still does not. */
async function fetchStylesAgain(): Promise<void> {
  await Promise.all([...failed].map(again));
}

function again(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
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

export interface OnDemand<P> {
  /** Draws at once when the code is there already, and `fallback` until it has come. */
  (props: P & { fallback?: ReactNode }): ReactNode;
  /** Fetches the code ahead of its first use, e.g. when the pointer comes near. Never rejects. */
  preload(): Promise<void>;
}

/**
 * A component whose code is loaded when it is first drawn. Called once per module, never while drawing. `place` is drawn
 * until it has come, where no other fallback is given.
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  place: ReactNode = null,
): OnDemand<P> {
  let component: ComponentType<P> | undefined;
  const fetchCode = async () => {
    if (component === undefined) await fetchStylesAgain();
    component ??= await load();
    return component;
  };
  const Later = laterPart(fetchCode);
  const demanded = ({ fallback = place, ...props }: P & { fallback?: ReactNode }) => (
    <Demanded<P> choose={() => component} Later={Later} props={props as unknown as P} fallback={fallback} />
  );
  return Object.assign(demanded, {
    preload: async () => {
      await fetchCode().catch(() => undefined);
    },
  });
}

/**
 * React's `lazy` for parts of a page: one that does not come says so, and is fetched again when that is wanted. The page
 * around it stays as it is, with what is unsaved on it.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Later = laterPart<P>(async () => {
    await fetchStylesAgain();
    return (await load()).default;
  });
  return (props: P) => <Later props={props} place={null} />;
}

interface LaterProps<P> {
  props: P;
  /** Stands there while its code is missing. */
  place: ReactNode;
}

function laterPart<P extends object>(fetchCode: () => Promise<ComponentType<P>>): ComponentType<LaterProps<P>> {
  let known: ComponentType<P> | undefined;
  const fetchKnown = async () => {
    known = await fetchCode();
    return known;
  };
  const awaited = (props: LaterProps<P>) => <AwaitedPart<P> {...props} known={known} fetchCode={fetchKnown} />;
  const fetched = () =>
    fetchKnown().then(
      (Code) => ({ default: ({ props }: LaterProps<P>) => <Code {...props} /> }),
      () => ({ default: awaited }),
    );
  return lazy(fetched) as unknown as ComponentType<LaterProps<P>>;
}

interface AwaitedPartProps<P> extends LaterProps<P> {
  known: ComponentType<P> | undefined;
  fetchCode(): Promise<ComponentType<P>>;
}

function AwaitedPart<P extends object>({ known, fetchCode, props, place }: AwaitedPartProps<P>) {
  const [Component, setComponent] = useState(() => known);
  const [isMissing, setMissing] = useState(false);
  const retry = () =>
    fetchCode().then(
      (code) => setComponent(() => code),
      () => setMissing(true),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is drawn
  useEffect(() => {
    if (!known) void retry();
  }, []);
  if (Component) return <Component {...props} />;
  return (
    <>
      {place}
      {isMissing ? <MissingPart onRetry={retry} /> : null}
    </>
  );
}

interface DemandedProps<P> {
  choose(): ComponentType<P> | undefined;
  Later: ComponentType<LaterProps<P>>;
  props: P;
  fallback: ReactNode;
}

/** Stays with its first choice, as another one would start over. */
function Demanded<P extends object>({ choose, Later, props, fallback }: DemandedProps<P>) {
  const [{ Component }] = useState(() => ({ Component: choose() }));
  if (Component) return <Component {...props} />;
  return (
    <Suspense fallback={fallback}>
      <Later props={props} place={fallback} />
    </Suspense>
  );
}
