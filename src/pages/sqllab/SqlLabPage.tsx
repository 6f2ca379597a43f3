import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { t } from "../../i18n/translate.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { type ApiError, toApiError } from "../../web/client/errors.ts";
import { takePosted } from "../../web/client/posted.ts";
import { useTitle } from "../../web/navigation/title.ts";
import { useUser } from "../../web/session/session.ts";
import { SQL_LAB_PATH } from "../../web/sql/sql-lab.ts";
import styles from "./editor/sqllab.module.css";
import { type Lab, openLab } from "./state/lab.ts";
import { LabContext } from "./state/lab-context.ts";
import { openRequest } from "./state/open-request.ts";
import { parseRequest, remainingSearch } from "./state/request.ts";
import { Workbench } from "./Workbench.tsx";

export function SqlLabPage() {
  const { lab, error, reload } = useOpenLab();
  useTitle(t("SQL Lab"));
  if (error) {
    return (
      <div className={styles.missing}>
        <ErrorState title={t("Failed to open SQL Lab")} text={error.message} onRetry={reload} />
      </div>
    );
  }
  if (!lab) {
    return (
      <div className={styles.missing}>
        <SkeletonLines lines={8} />
      </div>
    );
  }
  if (lab.store.getState().databases.length === 0) {
    return (
      <div className={styles.missing}>
        <EmptyState
          page
          title={t("No databases available in SQL Lab")}
          text={t("An administrator can connect one and expose it in SQL Lab, or give you access to one.")}
        />
      </div>
    );
  }
  return (
    <LabContext value={lab}>
      <Workbench />
    </LabContext>
  );
}

/**
 * Opens the editor with the requested query in front; no tab is shown before, so that none can be run by mistake. Unsent
 * drafts are sent when the page is left.
 */
function useOpenLab(): { lab: Lab | undefined; error: ApiError | undefined; reload(): void } {
  const { userId } = useUser();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ lab?: Lab; error?: ApiError }>({});
  const openRequested = useRequests(state.lab);
  const latest = useRef(openRequested);
  latest.current = openRequested;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reopens it
  useEffect(() => {
    const controller = new AbortController();
    let opened: Lab | undefined;
    const leave = () => opened?.leave();
    const open = async () => {
      try {
        opened = await openLab(userId, controller.signal);
        if (controller.signal.aborted) return leave();
        await latest.current(opened);
        if (!controller.signal.aborted) setState({ lab: opened });
      } catch (error) {
        if (!controller.signal.aborted) setState({ error: toApiError(error) });
      }
    };
    void open();
    const handleHide = () => opened?.persist();
    window.addEventListener("pagehide", handleHide);
    return () => {
      window.removeEventListener("pagehide", handleHide);
      controller.abort();
      leave();
    };
  }, [userId, attempt]);
  return { lab: state.lab, error: state.error, reload: () => setAttempt((n) => n + 1) };
}

function useRequests(lab: Lab | undefined): (lab: Lab) => Promise<void> {
  const location = useLocation();
  const navigate = useNavigate();
  const done = useRef<string>(undefined);
  const openRequested = useCallback(
    async (open: Lab) => {
      if (done.current === location.key) return;
      done.current = location.key;
      const request = parseRequest(location, takePosted(SQL_LAB_PATH));
      if (request.kind === "none") return;
      void navigate(`${SQL_LAB_PATH}${remainingSearch(location.search)}`, { replace: true });
      await openRequest(open, request);
    },
    [location, navigate],
  );
  useEffect(() => {
    if (lab) void openRequested(lab);
  }, [lab, openRequested]);
  return openRequested;
}
