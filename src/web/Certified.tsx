import { BadgeCheck } from "lucide-react";
import { Tooltip } from "../ui/Tooltip.tsx";
import styles from "./Certified.module.css";

/** The badge of a certified thing: by whom, and what they say. Nothing when it is not certified. */
export function Certified({ by, details }: { by: string | null | undefined; details?: string | null }) {
  if (!by) return null;
  const text = details ? `Certified by ${by}: ${details}` : `Certified by ${by}`;
  return (
    <Tooltip title={text}>
      <span role="img" aria-label={text} className={styles.badge}>
        <BadgeCheck size={16} />
      </span>
    </Tooltip>
  );
}
