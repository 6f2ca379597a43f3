import { Button } from "antd";
import { createContext, useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { t } from "../i18n/translate.ts";
import styles from "./LoadFailure.module.css";

export const ServerReachability = createContext<() => Promise<boolean>>(async () => false);

/**
 * Code failed to load: offers Retry, and retries when the network is back. If the server is reachable it may have been
 * updated, so only a reload helps.
 */
export function LoadFailure({ onRetry }: { onRetry(): Promise<unknown> }) {
  const isReachable = useContext(ServerReachability);
  const [busy, setBusy] = useState(false);
  const [isServerReachable, setServerReachable] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setServerReachable(await isReachable());
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while mounted
  useEffect(() => {
    const handleOnline = () => void retry();
    window.addEventListener("online", handleOnline);
    void isReachable().then(setServerReachable);
    return () => window.removeEventListener("online", handleOnline);
  }, []);
  return createPortal(
    <div role="alert" className={styles.missing} data-missing-part>
      <p>
        {isServerReachable
          ? t("Part of this page couldn't be loaded. Retry, or reload the page if the server was updated.")
          : t("Part of this page couldn't be loaded because the server can't be reached. Nothing on the page is lost.")}
      </p>
      <Button size="small" type="primary" loading={busy} onClick={retry}>
        {t("Retry")}
      </Button>
      {isServerReachable ? (
        <Button size="small" onClick={() => window.location.reload()}>
          {t("Reload")}
        </Button>
      ) : null}
    </div>,
    document.body,
  );
}
