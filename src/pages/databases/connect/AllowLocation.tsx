import { Button } from "antd";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { create } from "../../../api/allowed-location/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { isAdmin } from "../../../web/session/session.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import styles from "./Connect.module.css";
import type { Allowable } from "./draft.ts";

interface AllowLocationProps {
  allow: Allowable;
  onAllowed(): void;
}

/** Administrators allow the host or folder; others get a link to send to one. */
export function AllowLocation({ allow, onAllowed }: AllowLocationProps) {
  return (
    <div className={styles.allow}>
      {isAdmin() ? <AllowButton allow={allow} onAllowed={onAllowed} /> : <AskAdministrator allow={allow} />}
    </div>
  );
}

function AllowButton({ allow, onAllowed }: AllowLocationProps) {
  const [busy, setBusy] = useState(false);
  const { kind, location } = allow;
  const submit = async () => {
    setBusy(true);
    try {
      await call(create, { body: allow });
      toast.success(t("Allowed: {location}", { location }));
      onAllowed();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon={<ShieldCheck size={16} />} loading={busy} onClick={() => void submit()}>
        {kind === "host" ? t("Allow this host") : t("Allow this folder")}
      </Button>
      <span>
        {kind === "host"
          ? t("For all users who connect databases, on any port. The action log records it.")
          : t("For all users who connect databases, with its subfolders. The action log records it.")}
      </span>
    </>
  );
}

function AskAdministrator({ allow: { kind, location } }: { allow: Allowable }) {
  const address = `${window.location.origin}/connection-rules/?${new URLSearchParams({ new: "1", kind, location })}`;
  return (
    <>
      <Button onClick={() => void copyWithToast(address)}>{t("Copy link for an administrator")}</Button>
      <span>{t("The link opens the page where an administrator can allow {location}.", { location })}</span>
    </>
  );
}
