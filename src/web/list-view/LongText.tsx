import styles from "./LongText.module.css";

/** A text of any length in a cell: one line as wide as its column, all of it on hover. */
export function LongText({ text, isCode }: { text: string | null | undefined; isCode?: boolean }) {
  if (!text) return null;
  const Element = isCode ? "code" : "span";
  return (
    <Element className={styles.text} title={text} dir="auto">
      {text.slice(0, MOST_LETTERS).replace(/\s+/g, " ")}
    </Element>
  );
}

/** More than any column shows. */
const MOST_LETTERS = 300;
