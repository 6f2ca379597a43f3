import { Button } from "antd";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import styles from "./MissingPart.module.css";

/** Says that the code of a part of the page did not come, and fetches it again when asked or when the network is back. */
export function MissingPart({ onRetry }: { onRetry(): Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: while it is drawn
  useEffect(() => {
    const handleOnline = () => void retry();
    window.addEventListener("online", handleOnline);
    return () => window.removeEventListener("online", handleOnline);
  }, []);
  return createPortal(
    <div role="alert" className={styles.missing}>
      <p>
        This part could not be loaded: the server could not be reached, or has a newer version. Nothing on the page is
        lost.
      </p>
      <Button size="small" loading={busy} onClick={retry}>
        Retry
      </Button>
    </div>,
    document.body,
  );
}
