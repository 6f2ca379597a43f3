import styles from "./LongText.module.css";

export function LongText({ text, isCode }: { text: string | null | undefined; isCode?: boolean }) {
  if (!text) return null;
  const Element = isCode ? "code" : "span";
  return (
    <Element className={styles.text} title={text} dir="auto">
      {text.slice(0, MAX_LETTERS).replace(/\s+/g, " ")}
    </Element>
  );
}

const MAX_LETTERS = 300;
