import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Select } from "antd";
import { useId, useState } from "react";
import type { ObjectType } from "../../api/tag/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { useDebounced } from "../../web/client/clock.ts";
import type { ObjectNoun } from "../../web/components/object-noun.ts";
import { addTags, customTags, TAG_SEPARATORS } from "../../web/components/tags.ts";
import styles from "./TagDialog.module.css";

export interface TagDialogProps {
  type: ObjectType;
  ids: readonly number[];
  noun: ObjectNoun;
  listKey: string;
  note?: string | undefined;
  onClose(): void;
  onTagged?(): void;
}

const PROBLEM = t("Tag names can't contain ':' or ','.");

const TITLES = {
  chart: (count: number): string => t("{count, plural, one {Tag # chart} other {Tag # charts}}", { count }),
  dashboard: (count: number): string => t("{count, plural, one {Tag # dashboard} other {Tag # dashboards}}", { count }),
  dataset: (count: number): string => t("{count, plural, one {Tag # dataset} other {Tag # datasets}}", { count }),
  "saved query": (count: number): string =>
    t("{count, plural, one {Tag # saved query} other {Tag # saved queries}}", { count }),
};

/** Items that can't be edited are skipped and counted. */
export function TagDialog({ type, ids, noun, listKey, note, onClose, onTagged }: TagDialogProps) {
  const [names, setNames] = useState<string[]>([]);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const field = useId();
  const search = useDebounced(typed.trim());
  const { data = [] } = useQuery({
    queryKey: ["tags", "written", search],
    queryFn: ({ signal }) => customTags(search, signal),
    placeholderData: (previous) => previous,
  });
  const isWrong = names.some((name) => /[:,]/.test(name));
  const tag = async () => {
    setBusy(true);
    const isDone = await addTags({ names, objects: ids.map((id) => [type, id]), nouns: noun.many });
    setBusy(false);
    if (!isDone) return;
    void queries.invalidateQueries({ queryKey: [listKey] });
    void queries.invalidateQueries({ queryKey: ["tags"] });
    onClose();
    onTagged?.();
  };
  return (
    <Dialog
      open
      title={TITLES[noun.one](ids.length)}
      onClose={onClose}
      dirty={names.length > 0 && !busy}
      primary={{
        label: t("Add tags"),
        disabled: names.length === 0 || isWrong,
        loading: busy,
        onClick: () => void tag(),
      }}
    >
      {note ? <p>{note}</p> : null}
      <div className={styles.field}>
        <label htmlFor={field}>{t("Tags")}</label>
        <Select
          id={field}
          mode="tags"
          value={names}
          placeholder={t("Choose or create tags")}
          showSearch={{ onSearch: setTyped }}
          status={isWrong ? "error" : undefined}
          maxTagTextLength={20}
          listHeight={160}
          options={data.map(({ name }) => ({ value: name, label: name }))}
          onChange={(next: string[]) => setNames([...new Set(next.map((name) => name.trim()).filter(Boolean))])}
          tokenSeparators={TAG_SEPARATORS}
        />
        {isWrong ? <p role="alert">{PROBLEM}</p> : null}
      </div>
    </Dialog>
  );
}
