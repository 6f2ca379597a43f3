import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, LoaderCircle, MoreVertical, Pencil, Play, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { check, remove } from "../../api/assertion/contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call } from "../../web/client/client.ts";
import { parseMoment, useNow } from "../../web/client/clock.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { toast } from "../../web/toasts/toasts.ts";
import { runTimeText } from "../schedule/index.ts";
import { type Assertion, refreshAssertions } from "./assertion-calls.ts";
import styles from "./assertions.module.css";
import { History } from "./History.tsx";
import { STATES, StatePill } from "./StatePill.tsx";

interface AssertionItemProps {
  assertion: Assertion;
  canEdit: boolean;
  onEdit(): void;
}

export function AssertionItem({ assertion, canEdit, onEdit }: AssertionItemProps) {
  const { name, state, external_id } = assertion;
  const text = assertion.error ?? assertion.message;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.chevron}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t("{name} details", { name })}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} className={styles.forward} />}
      </button>
      <StatePill state={state} />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {external_id ? <Pill>{t("From dbt")}</Pill> : <span />}
      {canEdit ? <ItemMenu assertion={assertion} onEdit={onEdit} /> : <span />}
      <div className={styles.below}>
        {text === STATES[state].word ? null : <span dir="auto">{text}</span>}
        <Times {...assertion} />
      </div>
      {isOpen ? (
        <div id={id} className={styles.details}>
          <Details assertion={assertion} />
        </div>
      ) : null}
    </li>
  );
}

function Times({ checked_at, next_check_at, active, timezone }: Assertion) {
  const now = useNow();
  return (
    <span className={styles.times}>
      {checked_at ? (
        <span>{rich("Checked <at></at>", { at: () => <RelativeTime key="at" at={checked_at} /> })}</span>
      ) : null}
      <span>
        {active && next_check_at
          ? t("Next check {when}", { when: runTimeText(new Date(parseMoment(next_check_at)), now, timezone) })
          : t("No scheduled checks")}
      </span>
    </span>
  );
}

function Details({ assertion }: { assertion: Assertion }) {
  const { id, kind, description, owners, failed_since, where, dashboard_id } = assertion;
  return (
    <>
      {description ? <p dir="auto">{description}</p> : null}
      {failed_since ? (
        <p>{rich("First failed <at></at>", { at: () => <RelativeTime key="at" at={failed_since} /> })}</p>
      ) : null}
      {where ? (
        <p>
          {rich("Only rows where <sql></sql>", {
            sql: () => (
              <code key="sql" dir="ltr">
                {where}
              </code>
            ),
          })}
        </p>
      ) : null}
      {dashboard_id ? (
        <p>
          {rich("Shown on <link>one dashboard</link> only", {
            link: (text) => (
              <a key="link" href={`/superset/dashboard/${dashboard_id}/`} target="_blank" rel="noreferrer">
                {text}
              </a>
            ),
          })}
        </p>
      ) : null}
      {owners.length > 0 ? (
        <p>
          {t("Owners: {names}", {
            names: owners.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()).join(", "),
          })}
        </p>
      ) : null}
      <History id={id} kind={kind} />
    </>
  );
}

function ItemMenu({ assertion: { id, name }, onEdit }: Pick<AssertionItemProps, "assertion" | "onEdit">) {
  const queries = useQueryClient();
  const [isChecking, setChecking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const run = async () => {
    setChecking(true);
    await call(check, { params: { id } }).catch(toast.error);
    await refreshAssertions(queries);
    setChecking(false);
  };
  const items = [
    { key: "check", icon: <Play size={14} />, label: t("Check now"), onSelect: () => void run() },
    { key: "edit", icon: <Pencil size={14} />, label: t("Edit"), onSelect: onEdit },
    { key: "line", divider: true as const },
    {
      key: "delete",
      icon: <Trash2 size={14} />,
      label: t("Delete"),
      danger: true,
      onSelect: () => setDeleting(true),
    },
  ];
  return (
    <>
      <Menu items={items} placement="bottomRight">
        <IconButton
          label={t("Actions for {title}", { title: name })}
          aria-busy={isChecking}
          icon={isChecking ? <LoaderCircle size={16} className={styles.busy} /> : <MoreVertical size={16} />}
          size={24}
        />
      </Menu>
      {isDeleting ? <DeleteAssertion id={id} name={name} onClose={() => setDeleting(false)} /> : null}
    </>
  );
}

function DeleteAssertion({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await call(remove, { params: { id } });
      toast.success(t("Deleted: {items}", { items: name }));
    } catch (error) {
      toast.error(error);
    }
    await refreshAssertions(queries);
    onClose();
  };
  return (
    <ConfirmDelete
      open
      title={t("Delete assertion?")}
      word={null}
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {rich("<strong>{name}</strong> and the history of its results will be permanently deleted.", {
        name,
        strong: (text) => <strong key="name">{text}</strong>,
      })}
    </ConfirmDelete>
  );
}
