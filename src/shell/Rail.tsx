import { CircleQuestionMark, LogIn, type LucideIcon, PanelLeft, Search, Settings } from "lucide-react";
import { Link, useLocation } from "react-router";
import { NewMenu } from "../features/new-menu/NewMenu.tsx";
import { t } from "../i18n/translate.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import { Mark } from "../ui/Mark.tsx";
import { Menu } from "../ui/Menu.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import {
  KIND_ICONS,
  mainPlaces,
  type Place,
  type PlacePage,
  pagesOf,
  secondaryPlaces,
} from "../web/navigation/places.ts";
import { useFavorites } from "../web/session/favorites.ts";
import { goSignIn, isVisitor } from "../web/session/session.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { AppearanceMenu } from "./AppearanceMenu.tsx";
import { placeEntry } from "./place-entry.tsx";
import styles from "./Rail.module.css";

export interface ShellActs {
  onPalette(): void;
  onHelp(): void;
}

/** 48 px with icons, or 208 px with labels and favorites. */
export function Rail({ wide, onWide, ...acts }: ShellActs & { wide: boolean; onWide(wide: boolean): void }) {
  const { onPalette, onHelp } = acts;
  return (
    <nav className={styles.rail} data-wide={wide} aria-label={t("Main")}>
      <div className={styles.head}>
        <Link to={mainPlaces()[0]?.path ?? "/"} className={styles.brand} aria-label={t("Tessera, home")}>
          <Mark size={24} />
          <span className={styles.label}>Tessera</span>
        </Link>
        <IconButton
          className={styles.toggle}
          label={wide ? t("Collapse sidebar") : t("Expand sidebar")}
          keys="["
          icon={<PanelLeft size={16} />}
          onClick={() => onWide(!wide)}
          tooltipSide="right"
        />
      </div>
      <RailSearch wide={wide} onPalette={onPalette} />
      <ul className={styles.places}>
        <PlaceLinks wide={wide} places={mainPlaces()} />
      </ul>
      <div className={styles.middle}>
        {wide ? (
          <>
            <RailFavorites />
            <Manage />
          </>
        ) : null}
      </div>
      <ul className={styles.foot}>
        {wide ? null : <ManageMenu />}
        <li>
          <NewMenu>{(props) => <RailButton wide={wide} {...props} />}</NewMenu>
        </li>
        <li>
          <RailButton wide={wide} icon={CircleQuestionMark} label={t("Help & shortcuts")} hint="?" onClick={onHelp} />
        </li>
        <li>
          <AppearanceMenu>{(props) => <RailButton wide={wide} {...props} />}</AppearanceMenu>
        </li>
        <li>
          {isVisitor() ? (
            <RailButton wide={wide} icon={LogIn} label={t("Sign in")} onClick={goSignIn} />
          ) : (
            <AccountMenu wide={wide} />
          )}
        </li>
      </ul>
    </nav>
  );
}

function RailSearch({ wide, onPalette }: { wide: boolean; onPalette(): void }) {
  return (
    <Tooltip title={wide ? "" : t("Search or run an action…")} placement="right">
      <button
        type="button"
        className={styles.search}
        onClick={onPalette}
        aria-label={wide ? undefined : t("Search or run an action…")}
        aria-keyshortcuts="Control+K"
      >
        <Search size={16} />
        <span className={styles.searchText}>{t("Search…")}</span>
        <span className={styles.label} aria-hidden="true">
          <Kbd keys="Mod+K" />
        </span>
      </button>
    </Tooltip>
  );
}

/** Rarely used pages. */
function Manage() {
  const places = secondaryPlaces();
  if (places.length === 0) return null;
  return (
    <div>
      <h2 className={styles.group}>{t("Manage")}</h2>
      <ul className={styles.places}>
        <PlaceLinks wide places={places} />
      </ul>
    </div>
  );
}

function ManageMenu() {
  const { pathname } = useLocation();
  const places = secondaryPlaces();
  if (places.length === 0) return null;
  return (
    <li>
      <Menu items={places.map(placeEntry)} placement="topLeft">
        <RailButton
          icon={Settings}
          label={t("Manage")}
          data-current={places.some(({ within }) => within.test(pathname))}
        />
      </Menu>
    </li>
  );
}

function PlaceLinks({ wide, places }: { wide: boolean; places: readonly Place[] }) {
  const { pathname } = useLocation();
  return places.map((place) => {
    const pages = wide && place.within.test(pathname) ? pagesOf(place) : [];
    const isOnPage = pages.some(({ path }) => path === pathname);
    const current = place.within.test(pathname) && !isOnPage;
    return (
      <li key={place.key}>
        <Tooltip title={wide ? "" : place.label} placement="right">
          <Link
            to={place.path}
            className={styles.item}
            data-current={current}
            aria-current={current ? "page" : undefined}
            aria-label={wide ? undefined : place.label}
          >
            <place.icon size={16} />
            <span className={styles.label}>{place.label}</span>
          </Link>
        </Tooltip>
        {pages.length > 0 ? <PageLinks pages={pages} /> : null}
      </li>
    );
  });
}

function PageLinks({ pages }: { pages: readonly PlacePage[] }) {
  const { pathname } = useLocation();
  return (
    <ul className={styles.pages}>
      {pages.map((page) => {
        const current = page.path === pathname;
        return (
          <li key={page.path}>
            <Link
              to={page.path}
              className={styles.item}
              data-current={current}
              aria-current={current ? "page" : undefined}
            >
              <page.icon size={14} />
              <span className={styles.label}>{page.label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

export interface RailButtonProps {
  wide?: boolean;
  icon: LucideIcon;
  label: string;
  hint?: string;
  className?: string;
  "data-current"?: boolean;
  onClick?(): void;
}

/** Extra props are those that a menu passes to its trigger. */
export function RailButton({ wide, icon: Icon, label, hint, className, ...rest }: RailButtonProps) {
  return (
    <Tooltip title={wide ? "" : label} placement="right">
      <button
        type="button"
        aria-label={wide ? undefined : label}
        {...rest}
        className={[styles.item, className].filter(Boolean).join(" ")}
      >
        <Icon size={16} />
        <span className={styles.label}>{label}</span>
        {hint ? (
          <span className={`${styles.label} ${styles.hint}`} aria-hidden="true">
            {hint}
          </span>
        ) : null}
      </button>
    </Tooltip>
  );
}

const SHOWN = 8;

function RailFavorites() {
  const { data = [] } = useFavorites();
  if (data.length === 0) return null;
  return (
    <div>
      <h2 className={styles.group}>{t("Favorites")}</h2>
      <ul>
        {data.slice(0, SHOWN).map((entry) => {
          const Icon = KIND_ICONS[entry.kind];
          return (
            <li key={entry.kind + entry.id}>
              <Link to={entry.url} className={styles.favorite} title={entry.title}>
                <Icon size={14} />
                <span>{entry.title}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
