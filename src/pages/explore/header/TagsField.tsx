import { Select } from "antd";
import { show } from "../../../api/chart/contract.ts";
import { createMany } from "../../../api/tag/contract.ts";
import type { Tag } from "../../../model/resource.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client.ts";
import { can } from "../../../web/session.ts";
import { useFetched } from "../../../web/use-fetched.ts";
import { TAG_SEPARATORS, writtenTags } from "../../../web/written-tags.ts";
import styles from "./header.module.css";

/** Written by people, not kept by the server itself. */
export const isWritten = ({ type }: Tag) => type == null || type === 1;

interface TagsFieldProps {
  /** Names. */
  value: string[];
  onChange(names: string[]): void;
}

/** The chart's tags: those there are, and new ones by writing them. */
export function TagsField({ value, onChange }: TagsFieldProps) {
  const { data } = useFetched("tags", (signal) => writtenTags("", signal));
  const names = new Set([...(data ?? []).map(({ name }) => name), ...value]);
  return (
    <Field label="Tags">
      {(id) => (
        <Select<string[]>
          id={id}
          mode={can("can_write", "Tag") ? "tags" : "multiple"}
          className={styles.wide}
          tokenSeparators={TAG_SEPARATORS}
          value={value}
          options={[...names].map((name) => ({ value: name, label: name }))}
          onChange={(chosen) => onChange([...new Set(chosen.map((name) => name.trim()).filter(Boolean))])}
        />
      )}
    </Field>
  );
}

/** Gives tags of these names to the chart, making those that are not there, and tells its state then. Throws `ApiError`. */
export async function addTags(
  chartId: number,
  names: readonly string[],
  onState: (state: string) => void,
): Promise<void> {
  if (names.length === 0) return;
  const body = { tags: names.map((name) => ({ name, objects_to_tag: [["chart", chartId] as [string, number]] })) };
  await call(createMany, { body });
  await call(show, { params: { id: String(chartId) } }, { onState });
}
