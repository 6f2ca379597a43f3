import Markdown from "react-markdown";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import styles from "./MarkdownText.module.css";

/** Allows HTML without scripts and event handlers, including classes and alignment of imported texts. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  strip: ["script", "style"],
  attributes: {
    ...defaultSchema.attributes,
    "*": [...(defaultSchema.attributes?.["*"] ?? []), "className", "align"],
    img: [...(defaultSchema.attributes?.img ?? []), "width", "height"],
  },
};

export function MarkdownText({ text }: { text: string }) {
  return (
    <div className={styles.markdown}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeRaw, [rehypeSanitize, SCHEMA]]}
        components={{ a: Link, img: Picture }}
      >
        {text}
      </Markdown>
    </div>
  );
}

function Picture({ src, alt = "", title, width, height, className }: React.ComponentProps<"img">) {
  return <img alt={alt} {...{ src, title, width, height, className }} />;
}

function Link({ href, children }: React.ComponentProps<"a">) {
  if (!href) return <>{children}</>;
  const isOutside = /^https?:/.test(href);
  return (
    <a href={href} {...(isOutside ? { target: "_blank", rel: "noreferrer" } : {})}>
      {children}
    </a>
  );
}
