import { useRef, useState } from "react";
import { useLocation } from "react-router";
import { SignInForm } from "../features/sign-in/SignInForm.tsx";
import { SignInProviders } from "../features/sign-in/SignInProviders.tsx";
import { t } from "../i18n/translate.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { notifyReconnected } from "../web/client/connection.ts";
import { signInAddress } from "../web/session/session.ts";
import styles from "./SessionEndedDialog.module.css";

interface Props {
  username: string;
  onClose(): void;
}

/** Signs the same user in again without leaving the page. */
export function SessionEndedDialog({ username, onClose }: Props) {
  const { pathname, search, hash } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const here = pathname + search + hash;
  return (
    <Dialog
      open
      title={t("Your session timed out")}
      onClose={onClose}
      primary={{ label: t("Sign in"), loading: isBusy, onClick: () => form.current?.requestSubmit() }}
      cancelLabel={t("Stay on this page")}
      footerNote={<a href={signInAddress(here)}>{t("Sign in as another user")}</a>}
    >
      <p className={styles.lead}>{t("Sign in again to continue. Your unsaved changes are still on this page.")}</p>
      <SignInForm known={username} remote={{ form, onBusy: setBusy }} onSignedIn={notifyReconnected} />
      <SignInProviders next={here} />
    </Dialog>
  );
}
