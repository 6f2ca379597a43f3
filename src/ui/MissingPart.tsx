import { Button } from "antd";
import { createContext, useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import styles from "./MissingPart.module.css";

/** Finds out whether the server can be reached. */
export const ServerReach = createContext<() => Promise<boolean>>(async () => false);

/**
 * Says that the code of a part of the page failed to load, and loads it again when asked or when the network is back. A
 * server that can be reached may have been updated: then only reloading the page helps.
 */
export function MissingPart({ onRetry }: { onRetry(): Promise<unknown> }) {
  const isReachable = useContext(ServerReach);
  const [busy, setBusy] = useState(false);
  const [isHere, setHere] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setHere(await isReachable());
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: while it is drawn
  useEffect(() => {
    const handleOnline = () => void retry();
    window.addEventListener("online", handleOnline);
    void isReachable().then(setHere);
    return () => window.removeEventListener("online", handleOnline);
  }, []);
  return createPortal(
    <div role="alert" className={styles.missing} data-missing-part>
      <p>
        {isHere
          ? "This part couldn't be loaded. Retry, or reload the page if the server was updated."
          : "This part couldn't be loaded because the server can't be reached. Nothing on the page is lost."}
      </p>
      <Button size="small" type="primary" loading={busy} onClick={retry}>
        Retry
      </Button>
      {isHere ? (
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      ) : null}
    </div>,
    document.body,
  );
}
