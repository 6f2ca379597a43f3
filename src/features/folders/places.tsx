import { Button } from "antd";
import { ChevronRight, Folder as FolderIcon, FolderTree } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import type { FilterValue, ListFilter, PlaceProps, Places } from "../../web/list-view/definition.ts";
import { can } from "../../web/session/session.ts";
import { useStored } from "../../web/session/storage.ts";
import { PHONE, useMedia } from "../../web/session/theme.ts";
import styles from "./folders.module.css";
import { NO_FOLDER, type PlacedType, pathOf, useFolders } from "./folders.ts";

const FolderPanel = lazyComponent(async () => (await import("./FolderPanel.tsx")).FolderPanel);

const FILTER = "folder";
const WIDE = "(min-width: 1200px)";

export const folderFilter = (type: PlacedType): ListFilter => ({
  kind: "select",
  id: "id",
  key: FILTER,
  label: t("Folder"),
  operator: `${type}_in_folder`,
  options: async () => [],
  isElsewhere: true,
});

export function folderPlaces(type: PlacedType, title: string): Places {
  return {
    filter: FILTER,
    aside: (place) => <Aside type={type} title={title} {...place} />,
    above: (place) => <Above type={type} title={title} {...place} />,
    empty: {
      title: t("Nothing here yet"),
      text: t("Drag items from another folder onto this one, or choose Move to folder in their menus."),
    },
  };
}

interface Props extends PlaceProps {
  type: PlacedType;
  title: string;
}

function chosenIn(value: FilterValue | undefined): { id: number; name: string } | undefined {
  if (typeof value !== "object" || !("value" in value)) return undefined;
  return { id: Number(value.value), name: value.label };
}

const panelProps = ({ type, title, value, onValue }: Props) => ({
  type,
  title,
  chosen: chosenIn(value)?.id,
  onChoose: (folder: { id: number; name: string } | undefined) =>
    onValue(folder && { value: folder.id, label: folder.name }),
});

/** Undefined until it is decided: shown at first if there are folders and room. */
const useIsShown = () => useStored<boolean | undefined>("folders.shown", undefined);

function Aside(props: Props) {
  const isPhone = useMedia(PHONE);
  const isWide = useMedia(WIDE);
  const { folders } = useFolders();
  const [isShown, setShown] = useIsShown();
  const isFirst = isShown === undefined && isWide && folders.length > 0;
  useEffect(() => {
    if (isFirst) setShown(true);
  }, [isFirst, setShown]);
  if (isPhone || !isShown) return null;
  return <FolderPanel {...panelProps(props)} onHide={() => setShown(false)} />;
}

/** Shows the folders again. Users who can't create folders need none while there are none. */
export function FolderButton() {
  const isPhone = useMedia(PHONE);
  const [isShown, setShown] = useIsShown();
  const { folders } = useFolders();
  if (isPhone || isShown || (folders.length === 0 && !can("can_write", "Folder"))) return null;
  return <HeaderButton label={t("Folders")} icon={<FolderTree size={16} />} onClick={() => setShown(true)} />;
}

function Above(props: Props) {
  const isPhone = useMedia(PHONE);
  const { folders } = useFolders();
  const chosen = chosenIn(props.value);
  if (isPhone && (folders.length > 0 || can("can_write", "Folder"))) return <PhoneSelect {...props} />;
  return chosen ? <Crumbs {...props} chosen={chosen} /> : null;
}

function Crumbs({ title, onValue, chosen }: Props & { chosen: { id: number; name: string } }) {
  const { folders, isPending } = useFolders();
  const path = pathOf(folders, chosen.id);
  const isGone = chosen.id !== NO_FOLDER && path.length === 0 && !isPending;
  const last = path.at(-1)?.name ?? chosen.name;
  return (
    <nav className={styles.crumbs} aria-label={t("Folder")}>
      <ol>
        <li>
          <button type="button" onClick={() => onValue(undefined)}>
            {title}
          </button>
        </li>
        {path.slice(0, -1).map(({ id, name }) => (
          <li key={id}>
            <ChevronRight size={14} aria-hidden />
            <button type="button" dir="auto" onClick={() => onValue({ value: id, label: name })}>
              {name}
            </button>
          </li>
        ))}
        <li>
          <ChevronRight size={14} aria-hidden />
          <span aria-current="page" dir="auto">
            {isGone ? t("This folder doesn't exist, or you can't see it.") : last}
          </span>
        </li>
      </ol>
    </nav>
  );
}

function PhoneSelect(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const { folders } = useFolders();
  const chosen = chosenIn(props.value);
  const name = folders.find(({ id }) => id === chosen?.id)?.name ?? chosen?.name;
  const panel = panelProps(props);
  return (
    <div className={styles.phone}>
      <Button block icon={<FolderIcon size={14} />} onClick={() => setOpen(true)}>
        {name === undefined ? t("All folders") : t("Folder: {name}", { name })}
      </Button>
      {isOpen ? (
        <Dialog open title={t("Folders")} cancelLabel={t("Close")} onClose={() => setOpen(false)}>
          <FolderPanel
            {...panel}
            isBare
            onChoose={(folder) => {
              panel.onChoose(folder);
              setOpen(false);
            }}
          />
        </Dialog>
      ) : null}
    </div>
  );
}
