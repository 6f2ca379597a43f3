import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { AccessHost } from "../features/access/AccessHost.tsx";
import { ImportHost } from "../features/import/ImportHost.tsx";
import { OverwriteHost } from "../features/overwrite/OverwriteHost.tsx";
import { UploadHost } from "../features/upload/UploadHost.tsx";
import { t } from "../i18n/translate.ts";
import { BY_LINK } from "../model/sign-in.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { useShellKeys } from "../web/navigation/shell-keys.ts";
import { can, useSession } from "../web/session/session.ts";
import { useStored } from "../web/session/storage.ts";
import { useMedia } from "../web/session/theme.ts";
import { toast } from "../web/toasts/toasts.ts";
import { BottomBar } from "./BottomBar.tsx";
import { EarlyKeystrokes } from "./EarlyKeystrokes.tsx";
import { Rail } from "./Rail.tsx";
import styles from "./Shell.module.css";

const SessionEndedDialog = lazyComponent(async () => (await import("./SessionEndedDialog.tsx")).SessionEndedDialog);

/** Users who signed in by a one-time link are offered to set a password, because the link can't be used again. */
function useSignedInByLink(onAccount: () => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== BY_LINK) return;
    void navigate(pathname + search, { replace: true });
    if (!can("can_write", "CurrentUserRestApi")) return;
    toast.info(t("Your sign-in link can't be used again. Set a password to sign in next time."), {
      stays: true,
      action: { label: t("Set a password"), run: onAccount },
    });
  }, [pathname, search, hash, navigate, onAccount]);
}

const CommandPalette = lazyComponent(
  async () => (await import("../features/palette/CommandPalette.tsx")).CommandPalette,
);
const AccountDialog = lazyComponent(async () => (await import("../features/account/AccountDialog.tsx")).AccountDialog);
const HelpDialog = lazyComponent(async () => (await import("./HelpDialog.tsx")).HelpDialog);

export function Shell({ children }: { children: ReactNode }) {
  const cramped = useMedia("(max-width: 1199px)");
  const [wide, setWide] = useStored(cramped ? "rail.wide.cramped" : "rail.wide", !cramped);
  const [open, setOpen] = useState<"palette" | "help" | "account" | null>(null);
  const typed = useRef("");
  const onPalette = useCallback(() => {
    typed.current = "";
    setOpen("palette");
  }, []);
  const onHelp = useCallback(() => setOpen("help"), []);
  const onAccount = useCallback(() => setOpen("account"), []);
  const close = useCallback(() => setOpen(null), []);
  const acts = { onPalette, onHelp };
  useShellKeys({ ...acts, onToggleRail: () => setWide(!wide) });
  useSignedInByLink(onAccount);
  const earlyKeystrokes = <EarlyKeystrokes text={typed} onClose={close} />;
  return (
    <div className={styles.shell} data-rail={wide ? "wide" : "narrow"}>
      <a className={styles.skip} href="#content">
        {t("Skip to content")}
      </a>
      <Rail wide={wide} onWide={setWide} {...acts} />
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <BottomBar {...acts} />
      <SessionEnded />
      <AccessHost />
      <OverwriteHost />
      <UploadHost />
      <ImportHost />
      {open === "palette" ? (
        <CommandPalette ahead={typed} onClose={close} onHelp={onHelp} fallback={earlyKeystrokes} />
      ) : null}
      {open === "account" ? <AccountDialog onClose={close} fallback={earlyKeystrokes} /> : null}
      {open === "help" ? <HelpDialog onClose={close} fallback={earlyKeystrokes} /> : null}
    </div>
  );
}

/** Keeps the page, so that unsaved work isn't lost. */
function SessionEnded() {
  const session = useSession();
  if (session.kind !== "signed-in" || !session.ended) return null;
  const dismiss = () => useSession.setState({ ...session, ended: false }, true);
  return <SessionEndedDialog username={session.user.username} onClose={dismiss} />;
}
