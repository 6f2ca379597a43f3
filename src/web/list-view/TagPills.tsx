import { Link } from "react-router";
import { CUSTOM_TAG } from "../../api/tag/contract.ts";
import type { Tag } from "../../model/resource.ts";
import { Pill } from "../../ui/Pill.tsx";
import styles from "./TagPills.module.css";

const MAX_TAGS = 4;
const MAX_LETTERS = 20;

/** The tags that people gave; names over 20 letters are cut, and the tags beyond four are counted. */
export function TagPills({ tags = [] }: { tags?: readonly Tag[] | undefined }) {
  const own = tags.filter((tag) => (tag.type ?? CUSTOM_TAG) === CUSTOM_TAG);
  const rest = own.slice(MAX_TAGS);
  return (
    <span className={styles.pills}>
      {own.slice(0, MAX_TAGS).map((tag) => (
        <Link key={tag.id} to={`/superset/all_entities/?id=${tag.id}`} title={tag.name}>
          <Pill>{tag.name.length > MAX_LETTERS ? `${tag.name.slice(0, MAX_LETTERS)}…` : tag.name}</Pill>
        </Link>
      ))}
      {rest.length > 0 ? <span title={rest.map((tag) => tag.name).join(", ")}>+ {rest.length}</span> : null}
    </span>
  );
}
