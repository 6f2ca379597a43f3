import { LogIn, LogOut } from "lucide-react";
import { Link } from "react-router";
import { Avatar, initialsOf } from "../ui/Avatar.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { ownPlaces, quietPlaces } from "../web/navigation/places.ts";
import { goSignIn, isVisitor, signOut, useUser } from "../web/session/session.ts";
import styles from "./Rail.module.css";

/** Who is signed in, where they go from there, and the way out. */
export function useAccountItems(): MenuEntry[] {
  const user = useUser();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  if (isVisitor()) return [{ key: "in", label: "Sign in", icon: <LogIn size={16} />, onSelect: goSignIn }];
  return [
    { key: "who", group: user.email ? `${name} · ${user.email}` : name, items: [] },
    ...[...ownPlaces(), ...quietPlaces()].map((place) => ({
      key: place.path,
      label: <Link to={place.path}>{place.label}</Link>,
      icon: <place.icon size={16} />,
    })),
    { key: "out", label: "Sign out", icon: <LogOut size={16} />, onSelect: signOut },
  ];
}

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
