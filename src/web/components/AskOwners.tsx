import { Button } from "antd";
import { Copy, Mail } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { AvatarGroup, nameOf } from "../../ui/Avatar.tsx";
import { copyWithToast } from "../toasts/clipboard.ts";
import styles from "./AskOwners.module.css";
import type { Owner } from "./owners-in.ts";

const NAMED = 2;

export function AskOwners({ owners, size }: { owners: readonly Owner[]; size?: "small" }) {
  const names = owners.slice(0, NAMED).map(nameOf).join(", ");
  const rest = owners.length - NAMED;
  const mailto = requestMailto(owners, window.location.href);
  return (
    <div className={styles.row}>
      {mailto ? (
        <Button size={size} icon={<Mail size={14} />} href={mailto} title={t("Opens your mail program")}>
          {t("Request access")}
        </Button>
      ) : null}
      <Button
        size={size}
        icon={<Copy size={14} />}
        title={t("Copies a message with this page's address, to send by chat or email")}
        onClick={() => void copyWithToast(requestText(window.location.href))}
      >
        {t("Copy request")}
      </Button>
      <span className={styles.owners}>
        {owners.length === 1 ? t("Owner") : t("Owners")} <AvatarGroup people={owners} max={3} />{" "}
        {rest > 0 ? t("{names} and {rest, number} more", { names, rest }) : names}
      </span>
    </div>
  );
}

const requestText = (page: string): string => `${t("Could you give me access to the data on this page?")}\n\n${page}\n`;

/** Undefined if no owner has an address that mail can reach, unlike `admin@localhost`. */
function requestMailto(owners: readonly Owner[], page: string): string | undefined {
  const to = owners.flatMap(({ email }) => (/@[^@]+\.[^@.]+$/.test(email) ? [encodeURIComponent(email)] : []));
  if (to.length === 0) return undefined;
  const [subject, body] = [t("Access request"), requestText(page)].map(encodeURIComponent);
  return `mailto:${to.join(",")}?subject=${subject}&body=${body}`;
}
