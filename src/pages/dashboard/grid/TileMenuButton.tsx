import { EllipsisVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import styles from "./Tile.module.css";

type Props = { title: string } & Omit<ComponentProps<typeof IconButton>, "label" | "icon" | "title">;

export function TileMenuButton({ title, ...rest }: Props) {
  return (
    <IconButton
      label={t("Menu for {chart}", { chart: title })}
      icon={<EllipsisVertical size={16} />}
      size={24}
      tabIndex={-1}
      aria-haspopup="menu"
      className={styles.menu}
      {...rest}
    />
  );
}
