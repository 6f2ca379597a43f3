import { EllipsisVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import styles from "./Tile.module.css";

type Props = { title: string } & Omit<ComponentProps<typeof IconButton>, "label" | "icon" | "title">;

/** The three dots at the right of a tile's header. */
export function TileMenuButton({ title, ...rest }: Props) {
  return (
    <IconButton
      label={`Menu of ${title}`}
      icon={<EllipsisVertical size={16} />}
      size={24}
      tabIndex={-1}
      aria-haspopup="menu"
      className={styles.menu}
      {...rest}
    />
  );
}
