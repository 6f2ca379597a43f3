import { Button } from "antd";
import styles from "./upload.module.css";

const PERCENT = 100;

/** How far the file has come. The server says nothing while it reads it, so from there on there is no figure. */
export function Progress({ name, share, onStop }: { name: string; share: number; onStop(): void }) {
  const percent = Math.floor(share * PERCENT);
  const isSent = share >= 1;
  return (
    <div className={styles.progress}>
      <p role="status">{isSent ? "Checking the file and writing the table…" : `Uploading ${name}…`}</p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Upload"
        aria-valuemin={0}
        aria-valuemax={PERCENT}
        aria-valuenow={isSent ? undefined : percent}
        data-sent={isSent || undefined}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={styles.hint}>{isSent ? "All or nothing: if the upload fails, nothing changes." : `${percent}%`}</p>
      <Button autoFocus onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}
