import { Button } from "antd";
import { AvatarGroup, nameOf } from "../../ui/Avatar.tsx";
import styles from "./AskOwners.module.css";
import type { Owner } from "./owners-in.ts";

const NAMED = 2;

export function AskOwners({ owners, size }: { owners: readonly Owner[]; size?: "small" }) {
  const names = owners.slice(0, NAMED).map(nameOf).join(", ");
  const more = owners.length > NAMED ? ` and ${owners.length - NAMED} more` : "";
  return (
    <div className={styles.row}>
      <Button size={size} href={letterTo(owners, window.location.href)}>
        Request access
      </Button>
      <span className={styles.owners}>
        {owners.length === 1 ? "Owner" : "Owners"} <AvatarGroup people={owners} max={3} /> {names}
        {more}
      </span>
    </div>
  );
}

function letterTo(owners: readonly Owner[], page: string): string {
  const body = `Could you give me access to the data of this page?\n\n${page}\n`;
  const to = owners.map(({ email }) => encodeURIComponent(email)).join(",");
  return `mailto:${to}?subject=${encodeURIComponent("Request for access")}&body=${encodeURIComponent(body)}`;
}
