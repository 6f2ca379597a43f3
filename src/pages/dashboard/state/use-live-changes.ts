import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { lazy } from "../../../ui/lazy.ts";
import { later } from "../../../web/client/clock.ts";
import { isGuest } from "../../../web/client/guest.ts";
import { isVisitor } from "../../../web/session/session.ts";
import { useDashboardPage } from "./context.ts";

const liveChanges = lazy(() => import("./live-changes.ts"));

/** The first charts come first. */
const AFTER_MS = 1500;

/** For users of this server: dashboards in other pages stay as they were opened. */
export function useLiveChanges(): void {
  const { store } = useDashboardPage();
  const client = useQueryClient();
  useEffect(() => {
    if (isGuest() || isVisitor()) return;
    let stop = () => {};
    let isStopped = false;
    const cancel = later(AFTER_MS, () => {
      void liveChanges.load().then(
        ({ followChanges }) => {
          if (!isStopped) stop = followChanges(store, client);
        },
        () => undefined,
      );
    });
    return () => {
      isStopped = true;
      cancel();
      stop();
    };
  }, [store, client]);
}
