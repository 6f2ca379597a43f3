import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { count } from "../../api/comment/contract.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { call } from "../../web/client/client.ts";
import styles from "./comments.module.css";
import type { Commented } from "./comments-state.ts";

interface CommentCountProps extends Commented {
  isOpen: boolean;
  onClick(): void;
}

const MOST = 99;

export function CommentCount({ noun, id, isOpen, onClick }: CommentCountProps) {
  const { data } = useQuery({
    queryKey: ["comments", noun, id, "count"],
    queryFn: ({ signal }) => call(count, { q: { object_type: noun, object_id: id } }, { signal }),
  });
  const open = data?.result.open ?? 0;
  const label = open === 0 ? t("Comments") : t("Comments ({open, number} open)", { open });
  return (
    <IconButton
      label={label}
      size={32}
      aria-expanded={isOpen}
      onClick={onClick}
      className={styles.button}
      icon={
        <>
          <MessageSquare size={16} />
          {open > 0 ? <span className={styles.badge}>{open > MOST ? `${number(MOST)}+` : number(open)}</span> : null}
        </>
      }
    />
  );
}
