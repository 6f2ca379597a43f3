import { type ReactNode, useState } from "react";
import { CommandPalette } from "../palette/CommandPalette.tsx";
import { useStored } from "../storage.ts";
import { BottomBar } from "./BottomBar.tsx";
import { HelpDialog } from "./HelpDialog.tsx";
import { Rail } from "./Rail.tsx";
import { SessionEnded } from "./SessionEnded.tsx";
import styles from "./Shell.module.css";
import { useShellKeys } from "./shell-keys.ts";

/** What surrounds every page: the rail, or below 768 px the bottom bar; the palette; help; and the keys of the shell. */
export function Shell({ children }: { children: ReactNode }) {
  const [wide, setWide] = useStored("rail.wide", true);
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  useShellKeys({
    onPalette: () => setOpen("palette"),
    onHelp: () => setOpen("help"),
    onToggleRail: () => setWide(!wide),
  });
  const acts = { onPalette: () => setOpen("palette"), onHelp: () => setOpen("help") };
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
      {open === "palette" ? <CommandPalette onClose={() => setOpen(null)} onHelp={() => setOpen("help")} /> : null}
      {open === "help" ? <HelpDialog onClose={() => setOpen(null)} /> : null}
    </div>
  );
}
