import { Button } from "antd";
import { Ellipsis, Link, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Comment } from "../../api/comment/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Avatar, nameOf } from "../../ui/Avatar.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { copyWithToast } from "../../web/toasts/clipboard.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentText } from "./CommentText.tsx";
import { useChange, useWrite } from "./comment-calls.ts";
import styles from "./comments.module.css";
import { type Commented, commentAddress } from "./comments-state.ts";

interface CommentViewProps {
  object: Commented;
  comment: Comment;
  linked: number | undefined;
  onWithoutAccess(names: readonly string[]): void;
}

type Mode = "read" | "edit" | "delete";

export function CommentView({ object, comment, linked, onWithoutAccess }: CommentViewProps) {
  const [mode, setMode] = useState<Mode>("read");
  const { author } = comment;
  if (!author) return <p className={styles.deleted}>{t("Deleted comment")}</p>;
  const done = () => setMode("read");
  return (
    <div className={styles.comment} data-linked={linked === comment.id || undefined}>
      <div className={styles.head}>
        <Avatar person={author} size={24} />
        <span className={styles.author} dir="auto">
          {nameOf(author)}
        </span>
        <span className={styles.when}>
          <RelativeTime at={comment.created_on} short />
          {comment.edited_on ? ` · ${t("edited")}` : null}
        </span>
        <CommentMenu object={object} comment={comment} onMode={setMode} />
      </div>
      {mode === "edit" ? (
        <EditForm object={object} comment={comment} onWithoutAccess={onWithoutAccess} onDone={done} />
      ) : (
        <CommentText comment={comment} />
      )}
      {mode === "delete" ? <ConfirmDelete object={object} comment={comment} onCancel={done} /> : null}
    </div>
  );
}

interface CommentMenuProps {
  object: Commented;
  comment: Comment;
  onMode(mode: Mode): void;
}

function CommentMenu({ object, comment, onMode }: CommentMenuProps) {
  const items: MenuEntry[] = [
    {
      key: "link",
      icon: <Link size={14} />,
      label: t("Copy link"),
      onSelect: () => void copyWithToast(commentAddress(object, comment.id)),
    },
    ...(comment.can_edit
      ? [{ key: "edit", icon: <Pencil size={14} />, label: t("Edit"), onSelect: () => onMode("edit") }]
      : []),
    ...(comment.can_delete
      ? [
          {
            key: "delete",
            icon: <Trash2 size={14} />,
            label: t("Delete"),
            danger: true,
            onSelect: () => onMode("delete"),
          },
        ]
      : []),
  ];
  const name = comment.author ? nameOf(comment.author) : "";
  return (
    <Menu items={items} placement="bottomRight">
      <IconButton
        label={t("Menu for the comment by {name}", { name })}
        icon={<Ellipsis size={14} />}
        size={24}
        className={styles.menu}
      />
    </Menu>
  );
}

interface EditFormProps {
  object: Commented;
  comment: Comment;
  onWithoutAccess(names: readonly string[]): void;
  onDone(): void;
}

function EditForm({ object, comment, onWithoutAccess, onDone }: EditFormProps) {
  const { change } = useWrite(object);
  return (
    <CommentForm
      object={object}
      label={t("Edit comment")}
      verb={t("Save")}
      draftKey={`edit ${comment.id}`}
      initial={{ text: comment.text, picked: comment.mentions }}
      autoFocus
      isAlwaysOpen
      onCancel={onDone}
      send={async (written) => {
        onWithoutAccess((await change(comment.id, written)).without_access);
        onDone();
      }}
    />
  );
}

function ConfirmDelete({
  object,
  comment,
  onCancel,
}: Pick<CommentViewProps, "object" | "comment"> & { onCancel(): void }) {
  const change = useChange(object);
  return (
    <div className={styles.confirm} role="alertdialog" aria-label={t("Delete this comment?")}>
      <span>{t("Delete this comment?")}</span>
      <Button size="small" onClick={onCancel}>
        {t("Cancel")}
      </Button>
      <Button
        size="small"
        danger
        autoFocus
        loading={change.isPending}
        onClick={() => change.mutate({ act: "remove", id: comment.id }, { onError: onCancel })}
      >
        {t("Delete")}
      </Button>
    </div>
  );
}
