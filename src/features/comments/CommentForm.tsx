import { useQuery } from "@tanstack/react-query";
import { Button, Mentions } from "antd";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { MAX_MENTIONS, MAX_TEXT } from "../../api/comment/contract.ts";
import { t } from "../../i18n/translate.ts";
import { useDebounced } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { findPeople, type NewText } from "./comment-calls.ts";
import styles from "./comments.module.css";
import type { Commented } from "./comments-state.ts";

interface Picked {
  id: number;
  name: string;
}

export interface Draft {
  text: string;
  picked: readonly Picked[];
}

/** Unsent texts outlast the panel, until the page is left. */
const drafts = new Map<string, Draft>();
const NONE: Draft = { text: "", picked: [] };

interface CommentFormProps {
  object: Commented;
  label: string;
  verb: string;
  /** Of the unsent text. */
  draftKey: string;
  initial?: Draft | undefined;
  autoFocus?: boolean;
  isAlwaysOpen?: boolean;
  above?: ReactNode;
  send(written: NewText): Promise<void>;
  onCancel?: (() => void) | undefined;
}

export function CommentForm(props: CommentFormProps) {
  const { object, label, verb, autoFocus, above, onCancel } = props;
  const form = useForm(props);
  const { draft, problem, isBusy } = form;
  const people = usePeople(object);
  const problemId = useId();
  const isOpen = props.isAlwaysOpen || draft.text !== "";
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void form.send();
    // The panel stays open: Escape closes the list of users, or the form.
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (people.search === undefined && draft.text === "") onCancel?.();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    >
      {above}
      <Mentions
        value={draft.text}
        aria-label={label}
        aria-describedby={problem ? problemId : undefined}
        placeholder={t("Comment, or @ to mention someone")}
        autoFocus={autoFocus}
        autoSize={{ minRows: isOpen ? 2 : 1, maxRows: 10 }}
        maxLength={MAX_TEXT}
        status={problem ? "error" : ""}
        readOnly={isBusy}
        loading={people.isSearching}
        filterOption={false}
        notFoundContent={people.isSearching ? t("Searching…") : t("No users found")}
        options={people.found.map(({ id, name }) => ({ key: String(id), value: name, label: name, personId: id }))}
        onSearch={people.onSearch}
        onSelect={(option) => {
          people.onSearch(undefined);
          const { personId, value = "" } = option as typeof option & { personId: number };
          form.pick({ id: personId, name: value });
        }}
        onChange={form.write}
        onBlur={() => people.onSearch(undefined)}
        onKeyDown={handleKey}
      />
      <p className="visually-hidden" role="status">
        {people.search === undefined || people.isSearching
          ? ""
          : t(
              "{count, plural, =0 {No users found} one {# user found. Press Enter to mention.} other {# users found. Use the arrow keys and Enter.}}",
              {
                count: people.found.length,
              },
            )}
      </p>
      {problem ? (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {isOpen ? (
        <div className={styles.formButtons}>
          {draft.text.length > MAX_TEXT * NEARLY ? (
            <span className={styles.left}>
              {t("{count, plural, one {# character left} other {# characters left}}", {
                count: MAX_TEXT - draft.text.length,
              })}
            </span>
          ) : null}
          {onCancel ? (
            <Button size="small" onClick={onCancel}>
              {t("Cancel")}
            </Button>
          ) : null}
          <Button size="small" type="primary" htmlType="submit" loading={isBusy} disabled={draft.text.trim() === ""}>
            {verb}
          </Button>
        </div>
      ) : null}
    </form>
  );
}

const NEARLY = 0.9;

function useForm({ draftKey, initial = NONE, send }: CommentFormProps) {
  const [draft, setShown] = useState(() => drafts.get(draftKey) ?? initial);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const setDraft = (change: (before: Draft) => Draft) =>
    setShown((before) => {
      const next = change(before);
      drafts.set(draftKey, next);
      return next;
    });
  const submit = async () => {
    if (isBusy || draft.text.trim() === "") return;
    setBusy(true);
    setProblem(undefined);
    try {
      await send({ text: draft.text, mentions: mentionsOf(draft) });
      drafts.delete(draftKey);
      setShown(NONE);
    } catch (error) {
      const { fields, message } = toApiError(error);
      setProblem(fields.text?.[0] ?? fields.mentions?.[0] ?? message);
    } finally {
      setBusy(false);
    }
  };
  return {
    draft,
    problem,
    isBusy,
    write: (text: string) => setDraft((before) => ({ ...before, text })),
    pick: (person: Picked) => setDraft((before) => ({ ...before, picked: [...before.picked, person] })),
    send: submit,
  };
}

const mentionsOf = ({ text, picked }: Draft) =>
  [...new Set(picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))].slice(0, MAX_MENTIONS);

function usePeople(object: Commented) {
  const [search, setSearch] = useState<string>();
  const debounced = useDebounced(search);
  const { data, isFetching } = useQuery({
    queryKey: ["comments", object.noun, object.id, "people", debounced],
    enabled: debounced !== undefined,
    queryFn: ({ signal }) => findPeople(object, debounced ?? "", signal),
  });
  const isSearching = search !== undefined && (isFetching || debounced !== search);
  return { search, isSearching, found: isSearching ? [] : (data ?? []), onSearch: setSearch };
}
