import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { lazyPart } from "../../ui/on-demand.tsx";
import { OverwriteHost } from "../overwrite/OverwriteHost.tsx";
import { useStored } from "../storage.ts";
import { useMedia } from "../theme.ts";
import { UploadHost } from "../upload/UploadHost.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { Rail } from "./Rail.tsx";
import { SessionEnded } from "./SessionEnded.tsx";
import styles from "./Shell.module.css";
import { useShellKeys } from "./shell-keys.ts";
import { TypedAhead } from "./TypedAhead.tsx";
import { useSignedInByLink } from "./use-signed-in-by-link.ts";

const CommandPalette = lazyPart(async () => ({
  default: (await import("../palette/CommandPalette.tsx")).CommandPalette,
}));
const AccountDialog = lazyPart(async () => ({ default: (await import("./AccountDialog.tsx")).AccountDialog }));
const HelpDialog = lazyPart(async () => ({ default: (await import("./HelpDialog.tsx")).HelpDialog }));

/** What surrounds every page: the rail, or below 768 px the bottom bar; the palette; help; and the keys of the shell. */
export function Shell({ children }: { children: ReactNode }) {
  const [chosenWide, setWide] = useStored("rail.wide", true);
  const cramped = useMedia("(max-width: 1199px)");
  const wide = chosenWide && !cramped;
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
  useShellKeys({ ...acts, onToggleRail: () => setWide(!chosenWide) });
  useSignedInByLink(onAccount);
  return (
    <div className={styles.shell} data-rail={wide ? "wide" : "narrow"}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Rail wide={wide} onWide={setWide} {...acts} />
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <BottomBar {...acts} />
      <SessionEnded />
      <OverwriteHost />
      <UploadHost />
      <Suspense fallback={<TypedAhead text={typed} onClose={close} />}>
        {open === "palette" ? <CommandPalette ahead={typed} onClose={close} onHelp={onHelp} /> : null}
        {open === "account" ? <AccountDialog onClose={close} /> : null}
        {open === "help" ? <HelpDialog onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
