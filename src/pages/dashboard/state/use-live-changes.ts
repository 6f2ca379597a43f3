import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Lazy, lazy } from "../../../ui/lazy.ts";
import { later } from "../../../web/client/clock.ts";
import { isGuest } from "../../../web/client/guest.ts";
import { isVisitor } from "../../../web/session/session.ts";
import { useDashboardPage } from "./context.ts";
import type { DashboardStore } from "./store.ts";

/** Returns a function that stops it. */
type Follow = (store: DashboardStore, client: QueryClient) => () => void;

const CHANGES = lazy(async () => (await import("./live-changes.ts")).followChanges);
const ASSERTIONS = lazy(async () => (await import("./failing-assertions.ts")).followAssertions);

/** The first charts come first. */
const AFTER_MS = 1500;

/** Changes only for users of this server: dashboards in other pages stay as they were opened. */
export function useLiveChanges(): void {
  useFollow(isGuest() || isVisitor() ? undefined : CHANGES);
  useFollow(ASSERTIONS);
}

function useFollow(code: Lazy<Follow> | undefined): void {
  const { store } = useDashboardPage();
  const client = useQueryClient();
  useEffect(() => {
    if (!code) return;
    let stop = () => {};
    let isStopped = false;
    const cancel = later(AFTER_MS, () => {
      void code.load().then(
        (follow) => {
          if (!isStopped) stop = follow(store, client);
        },
        () => undefined,
      );
    });
    return () => {
      isStopped = true;
      cancel();
      stop();
    };
  }, [code, store, client]);
}
