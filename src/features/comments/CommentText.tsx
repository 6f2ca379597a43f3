import type { Comment } from "../../api/comment/contract.ts";
import { type TextPart, textParts } from "./comment-text.ts";
import styles from "./comments.module.css";

export function CommentText({ comment: { text, mentions } }: { comment: Comment }) {
  const parts = textParts(
    text,
    mentions.map(({ name }) => name),
  );
  return (
    <p className={styles.text} dir="auto">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
        <Part key={index} {...part} />
      ))}
    </p>
  );
}

function Part({ kind, text }: TextPart) {
  switch (kind) {
    case "text":
      return text;
    case "mention":
      return <span className={styles.mention}>{text}</span>;
    case "link":
      return (
        <a href={text} target="_blank" rel="noopener noreferrer nofollow">
          {text}
        </a>
      );
  }
}
