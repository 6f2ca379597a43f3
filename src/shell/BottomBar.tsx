import { CircleQuestionMark, Ellipsis, Search, Settings } from "lucide-react";
import { Link, useLocation } from "react-router";
import { t } from "../i18n/translate.ts";
import { Menu } from "../ui/Menu.tsx";
import { mainPlaces, secondaryPlaces } from "../web/navigation/places.ts";
import { useAccountItems } from "./AccountMenu.tsx";
import { useAppearanceItems } from "./AppearanceMenu.tsx";
import styles from "./BottomBar.module.css";
import { placeEntry } from "./place-entry.tsx";
import type { ShellActs } from "./Rail.tsx";

export function BottomBar({ onPalette, onHelp }: ShellActs) {
  const { pathname } = useLocation();
  const places = mainPlaces();
  return (
    <nav className={styles.bar} aria-label={t("Main")}>
      {places.slice(0, 3).map((place) => (
        <Link
          key={place.key}
          to={place.path}
          className={styles.item}
          aria-current={place.within.test(pathname) ? "page" : undefined}
        >
          <place.icon size={20} />
          {place.label}
        </Link>
      ))}
      <button type="button" className={styles.item} onClick={onPalette}>
        <Search size={20} />
        {t("Search")}
      </button>
      <More onHelp={onHelp} />
    </nav>
  );
}

function More({ onHelp }: Pick<ShellActs, "onHelp">) {
  const appearance = useAppearanceItems();
  const account = useAccountItems();
  const secondary = secondaryPlaces().map(placeEntry);
  return (
    <Menu
      placement="topRight"
      items={[
        ...mainPlaces().slice(3).map(placeEntry),
        ...(secondary.length > 0
          ? [{ key: "manage", label: t("Manage"), icon: <Settings size={16} />, children: secondary }]
          : []),
        { key: "help", label: t("Help & shortcuts"), icon: <CircleQuestionMark size={16} />, onSelect: onHelp },
        { key: "appearance", group: t("Appearance"), items: appearance },
        { key: "line", divider: true },
        ...account,
      ]}
    >
      <button type="button" className={styles.item}>
        <Ellipsis size={20} />
        {t("More")}
      </button>
    </Menu>
  );
}
