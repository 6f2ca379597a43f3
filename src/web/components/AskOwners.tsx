import { Button } from "antd";
import { t } from "../../i18n/translate.ts";
import { AvatarGroup, nameOf } from "../../ui/Avatar.tsx";
import styles from "./AskOwners.module.css";
import type { Owner } from "./owners-in.ts";

const NAMED = 2;

export function AskOwners({ owners, size }: { owners: readonly Owner[]; size?: "small" }) {
  const names = owners.slice(0, NAMED).map(nameOf).join(", ");
  const rest = owners.length - NAMED;
  return (
    <div className={styles.row}>
      <Button size={size} href={requestMailto(owners, window.location.href)}>
        {t("Request access")}
      </Button>
      <span className={styles.owners}>
        {owners.length === 1 ? t("Owner") : t("Owners")} <AvatarGroup people={owners} max={3} />{" "}
        {rest > 0 ? t("{names} and {rest, number} more", { names, rest }) : names}
      </span>
    </div>
  );
}

function requestMailto(owners: readonly Owner[], page: string): string {
  const body = `${t("Could you give me access to the data on this page?")}\n\n${page}\n`;
  const to = owners.map(({ email }) => encodeURIComponent(email)).join(",");
  return `mailto:${to}?subject=${encodeURIComponent(t("Access request"))}&body=${encodeURIComponent(body)}`;
}
