import { Languages, LogIn, LogOut } from "lucide-react";
import { update } from "../api/me/contract.ts";
import { LANGUAGES } from "../i18n/locale.ts";
import { t } from "../i18n/translate.ts";
import { Avatar, initialsOf } from "../ui/Avatar.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { call } from "../web/client/client.ts";
import { toApiError } from "../web/client/errors.ts";
import { ownPlaces } from "../web/navigation/places.ts";
import { can, goSignIn, isVisitor, type SessionUser, signOut, useUser } from "../web/session/session.ts";
import { toast } from "../web/toasts/toasts.ts";
import { placeEntry } from "./place-entry.tsx";
import styles from "./Rail.module.css";

export function useAccountItems(): MenuEntry[] {
  const user = useUser();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  if (isVisitor()) return [{ key: "in", label: t("Sign in"), icon: <LogIn size={16} />, onSelect: goSignIn }];
  return [
    { key: "who", group: user.email ? `${name} · ${user.email}` : name, items: [] },
    ...ownPlaces().map(placeEntry),
    ...(can("can_write", "CurrentUserRestApi") ? [languageItem(user)] : []),
    { key: "out", label: t("Sign out"), icon: <LogOut size={16} />, onSelect: signOut },
  ];
}

/** Reloads the page, as the language applies to all of it. */
async function choose(language: Language | null): Promise<void> {
  try {
    await call(update, { body: { language } });
    window.location.reload();
  } catch (error) {
    toast.error(toApiError(error).message);
  }
}

function languageItem({ language = null }: SessionUser): MenuEntry {
  const choices = [[null, t("Browser language")], ...Object.entries(LANGUAGES)] as [Language | null, string][];
  return {
    key: "language",
    label: t("Language"),
    icon: <Languages size={16} />,
    children: choices.map(([tag, label]) => ({
      key: tag ?? "browser",
      label: <span lang={tag ?? undefined}>{label}</span>,
      checked: tag === language,
      onSelect: () => void choose(tag),
    })),
  };
}

type Language = keyof typeof LANGUAGES;

export function AccountMenu({ wide }: { wide: boolean }) {
  const user = useUser();
  const items = useAccountItems();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const person = { first_name: user.firstName || user.username, last_name: user.lastName };
  return (
    <Menu items={items} placement="topLeft">
      <button
        type="button"
        className={styles.item}
        aria-label={wide ? undefined : t("{initials}, account menu for {name}", { initials: initialsOf(person), name })}
      >
        <span className={styles.avatar} aria-hidden="true">
          <Avatar person={person} />
        </span>
        <span className={styles.label}>{name}</span>
      </button>
    </Menu>
  );
}
