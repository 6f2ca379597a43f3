import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import Markdown from "react-markdown";
import { Link, useLocation, useParams } from "react-router";
import remarkGfm from "remark-gfm";
import { t } from "../../i18n/translate.ts";
import { NotFound } from "../../ui/NotFound.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { type DocsPage, docsAddress, GUIDES, loadDocs, pictureOf, REFERENCE } from "./docs.ts";
import { headingId } from "./heading-id.ts";
import styles from "./help.module.css";

export function HelpPage() {
  const { topic = "connect" } = useParams();
  const { hash } = useLocation();
  const { data: text, isPending } = useQuery({
    queryKey: ["docs", topic],
    queryFn: async () => (await loadDocs(topic)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!text) return;
    const heading = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (heading) heading.scrollIntoView();
    else document.querySelector("[data-help]")?.scrollTo?.(0, 0);
  }, [text, hash]);
  if (text === null) return <NotFound />;
  return (
    <>
      <PageHeader title={t("Help")} />
      <div className={styles.page} data-help>
        <nav className={styles.topics} aria-label={t("Help topics")}>
          <Topics title={t("Guide")} pages={GUIDES} current={topic} />
          <Topics title={t("Reference")} pages={REFERENCE} current={topic} />
        </nav>
        <article className={styles.text} lang="en" dir="ltr">
          {isPending ? (
            <SkeletonLines lines={8} />
          ) : (
            <Markdown remarkPlugins={[remarkGfm]} components={ELEMENTS}>
              {text}
            </Markdown>
          )}
        </article>
      </div>
    </>
  );
}

function Topics({ title, pages, current }: { title: string; pages: readonly DocsPage[]; current: string }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.topic}>
            <Link to={`/help/${page.topic}/`} aria-current={page.topic === current ? "page" : undefined}>
              {page.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ElementProps<T extends keyof React.JSX.IntrinsicElements> = React.ComponentProps<T> & {
  node?: { children: unknown[] };
};

/** The page header is the h1, so headings in the text start at h2. */
const ELEMENTS = {
  h1: (props: ElementProps<"h1">) => <h2 className={styles.title}>{props.children}</h2>,
  h2: (props: ElementProps<"h2">) => <h3 id={headingId(textOf(props.node))}>{props.children}</h3>,
  h3: (props: ElementProps<"h3">) => <h4 id={headingId(textOf(props.node))}>{props.children}</h4>,
  a: ({ href = "", children }: ElementProps<"a">) => {
    const address = docsAddress(href);
    if (address.startsWith("/") || address.startsWith("#")) return <Link to={address}>{children}</Link>;
    return (
      <a href={address} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  },
  img: ({ src, alt }: ElementProps<"img">) => <img src={pictureOf(String(src))} alt={alt ?? ""} loading="lazy" />,
  table: ({ children }: ElementProps<"table">) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled by keyboard too
    <section className={styles.table} tabIndex={0} aria-label={t("Table")}>
      <table>{children}</table>
    </section>
  ),
};

function textOf(node: unknown): string {
  const { value, children = [] } = (node ?? {}) as { value?: string; children?: unknown[] };
  return value ?? children.map(textOf).join("");
}
