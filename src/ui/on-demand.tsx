import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

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
    component ??= await load();
    return { default: component };
  };
  const later = lazy(fetchCode) as unknown as ComponentType<P>;
  const demanded = ({ fallback = place, ...props }: P & { fallback?: ReactNode }) => (
    <Demanded<P> choose={() => component ?? later} props={props as unknown as P} fallback={fallback} />
  );
  return Object.assign(demanded, {
    preload: async () => {
      await fetchCode().catch(() => undefined);
    },
  });
}

interface DemandedProps<P> {
  choose(): ComponentType<P>;
  props: P;
  fallback: ReactNode;
}

/** Stays with its first choice, as another one would start over. */
function Demanded<P extends object>({ choose, props, fallback }: DemandedProps<P>) {
  const [{ Component }] = useState(() => ({ Component: choose() }));
  return (
    <Suspense fallback={fallback}>
      <Component {...props} />
    </Suspense>
  );
}
