import { EllipsisVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import styles from "./Tile.module.css";

type Props = { title: string } & Omit<ComponentProps<typeof IconButton>, "label" | "icon" | "title">;

export function TileMenuButton({ title, ...rest }: Props) {
  return (
    <IconButton
      label={`Menu for ${title}`}
      icon={<EllipsisVertical size={16} />}
      size={24}
      tabIndex={-1}
      aria-haspopup="menu"
      className={styles.menu}
      {...rest}
    />
  );
}
