import { Fragment } from "react";
import { Link } from "react-router";
import { t } from "../../i18n/translate.ts";
import styles from "./LinkList.module.css";

const MAX_LINKS = 20;

export function LinkList({ links }: { links: readonly { to: string; text: string }[] }) {
  const rest = links.length - MAX_LINKS;
  return (
    <span className={styles.line} dir="auto" title={links.map((link) => link.text).join(", ")}>
      {links.slice(0, MAX_LINKS).map((link, index) => (
        <Fragment key={link.to}>
          {index > 0 ? ", " : null}
          <Link to={link.to}>{link.text}</Link>
        </Fragment>
      ))}
      {rest > 0 ? ` ${t("+ {rest, number} more", { rest })}` : null}
    </span>
  );
}
