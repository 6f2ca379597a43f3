import { t } from "../i18n/translate.ts";
import styles from "./Avatar.module.css";
import { Tooltip } from "./Tooltip.tsx";

export interface Person {
  id?: number;
  first_name: string;
  last_name: string;
}

const BACKGROUNDS = ["#3450B4", "#0E708C", "#59784A", "#885A66", "#746805", "#07716D", "#9B4F1C", "#6A5D9C"];

export function initialsOf({ first_name, last_name }: Person): string {
  const [a = "", b = ""] = [first_name.trim(), last_name.trim()];
  const letters = a !== "" && b !== "" ? `${[...a][0]}${[...b][0]}` : [...(a || b)].slice(0, 2).join("");
  return letters === "" ? "?" : letters.toUpperCase();
}

export function avatarColor(person: Person): string {
  let hash = 0;
  for (const char of nameOf(person)) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return BACKGROUNDS[hash % BACKGROUNDS.length] ?? "#3450B4";
}

export function nameOf({ first_name, last_name }: Person): string {
  return `${first_name} ${last_name}`.trim();
}

export function Avatar({ person, size = 20 }: { person: Person; size?: number }) {
  return (
    <Tooltip title={nameOf(person)}>
      <span
        className={styles.avatar}
        role="img"
        aria-label={nameOf(person)}
        style={{ width: size, height: size, background: avatarColor(person) }}
      >
        {initialsOf(person)}
      </span>
    </Tooltip>
  );
}

export function AvatarGroup({ people, max = 4 }: { people: readonly Person[]; max?: number }) {
  const shown = people.slice(0, max);
  const rest = people.slice(max);
  return (
    <span className={styles.group}>
      {shown.map((person, index) => (
        <Avatar key={person.id ?? `${nameOf(person)}${index}`} person={person} />
      ))}
      {rest.length > 0 ? (
        <Tooltip title={rest.map(nameOf).join(", ")}>
          <span
            className={styles.more}
            role="img"
            aria-label={t("and {count, number} more: {names}", {
              count: rest.length,
              names: rest.map(nameOf).join(", "),
            })}
          >
            +{rest.length}
          </span>
        </Tooltip>
      ) : null}
    </span>
  );
}
