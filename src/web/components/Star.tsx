import { Star as StarIcon } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { type FavoriteKind, useToggleFavorite } from "../session/favorites.ts";
import { isVisitor } from "../session/session.ts";
import styles from "./Star.module.css";

export interface StarProps {
  kind: FavoriteKind;
  id: number;
  name: string;
  value: boolean | undefined;
  size?: 24 | 28;
}

export function Star({ kind, id, name, value, size = 24 }: StarProps) {
  const toggle = useToggleFavorite(kind);
  if (isVisitor()) return null;
  return (
    <IconButton
      size={size}
      className={value ? `${styles.star} ${styles.on}` : styles.star}
      label={value ? t("Remove {name} from favorites", { name }) : t("Add {name} to favorites", { name })}
      aria-pressed={value ?? false}
      icon={<StarIcon size={16} fill={value ? "currentColor" : "none"} />}
      onClick={(event) => {
        event.stopPropagation();
        toggle.mutate({ id, value: !value });
      }}
    />
  );
}
