import { LogIn, LogOut, Pencil } from "lucide-react";
import { Link } from "react-router";
import { Avatar, initialsOf } from "../../ui/Avatar.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { can, goSignIn, isVisitor, signOut, useUser } from "../session.ts";
import { quietPlaces } from "./places.ts";
import styles from "./Rail.module.css";

export const mayChangeAccount = () => can("can_write", "CurrentUserRestApi");

/** Who is signed in, what they may change about that, and the way out. */
export function useAccountItems(onAccount: () => void): MenuEntry[] {
  const user = useUser();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  if (isVisitor()) return [{ key: "in", label: "Sign in", icon: <LogIn size={16} />, onSelect: goSignIn }];
  return [
    { key: "who", group: user.email ? `${name} · ${user.email}` : name, items: [] },
    ...quietPlaces().map((place) => ({
      key: place.path,
      label: <Link to={place.path}>{place.label}</Link>,
      icon: <place.icon size={16} />,
    })),
    ...(mayChangeAccount()
      ? [{ key: "account", label: "Your account", icon: <Pencil size={16} />, onSelect: onAccount }]
      : []),
    { key: "out", label: "Sign out", icon: <LogOut size={16} />, onSelect: signOut },
  ];
}

export function AccountMenu({ wide, onAccount }: { wide: boolean; onAccount(): void }) {
  const user = useUser();
  const items = useAccountItems(onAccount);
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const person = { first_name: user.firstName || user.username, last_name: user.lastName };
  return (
    <Menu items={items} placement="topLeft">
      <button
        type="button"
        className={styles.item}
        aria-label={wide ? undefined : `${initialsOf(person)}, account of ${name}`}
      >
        <span className={styles.avatar} aria-hidden="true">
          <Avatar person={person} />
        </span>
        <span className={styles.label}>{name}</span>
      </button>
    </Menu>
  );
}
