import { leftToRight } from "../i18n/direction.ts";
import { t } from "../i18n/translate.ts";
import styles from "./Kbd.module.css";

const IS_MAC = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const SYMBOLS: Readonly<Record<string, string>> = {
  Mod: IS_MAC ? "⌘" : t("Ctrl"),
  Alt: IS_MAC ? "⌥" : t("Alt"),
  Shift: IS_MAC ? "⇧" : t("Shift"),
  Enter: "↵",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: t("Esc"),
};

/** For example `Mod+K`, or `g h` (one after the other). `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} dir="ltr">
      {keys.split(" ").map((chord) => (
        <kbd key={chord} className={styles.key}>
          {chordText(chord)}
        </kbd>
      ))}
    </span>
  );
}

/** For sentences, within which it stays from left to right. */
export const shortcutText = (chord: string): string => leftToRight(chordText(chord));

function chordText(chord: string): string {
  const parts = chord.split("+").map((key) => SYMBOLS[key] ?? key);
  return IS_MAC ? parts.join("") : parts.join("+");
}
