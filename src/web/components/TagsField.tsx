import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { WrittenTag } from "../../model/dashboard.ts";
import { TagName } from "../../model/tag-name.ts";
import { Field } from "../../ui/Field.tsx";
import { useDebounced } from "../client/clock.ts";
import { can } from "../session/session.ts";
import { customTags, TAG_SEPARATORS } from "./tags.ts";

interface Props {
  noun: "chart" | "dashboard";
  tags: readonly WrittenTag[];
  onChange(tags: readonly WrittenTag[]): void;
}

/** New tags have no ID until saved. */
export function TagsField({ noun, tags, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const debounced = useDebounced(typed.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: ["tags", "written", debounced],
    queryFn: async ({ signal }): Promise<WrittenTag[]> =>
      (await customTags(debounced, signal)).map(({ id, name }) => ({ id, name })),
    placeholderData: (previous) => previous,
  });
  const known = new Map<string, WrittenTag>([...data, ...tags].map((tag) => [tag.name, tag]));
  const canWrite = can("can_write", "Tag");
  const choose = (names: readonly string[]) => {
    const entered = [...new Set(names.map((name) => name.trim()).filter(Boolean))];
    const invalid = entered.map(problemOf).find(Boolean);
    setProblem(invalid);
    // An open list would cover the error.
    if (invalid) setOpen(false);
    onChange(entered.filter((name) => known.has(name) || !problemOf(name)).map((name) => known.get(name) ?? { name }));
  };
  const hint = canWrite
    ? t("Tags help users find this {noun, select, chart {chart} other {dashboard}}. Choose or create tags.", { noun })
    : t("Tags help users find this {noun, select, chart {chart} other {dashboard}}.", { noun });
  return (
    <Field label={t("Tags")} hint={hint} problem={problem}>
      {(id) => (
        <Select<string[]>
          id={id}
          mode={canWrite ? "tags" : "multiple"}
          style={{ width: "100%" }}
          status={problem ? "error" : ""}
          open={isOpen}
          onOpenChange={setOpen}
          loading={isFetching}
          value={tags.map(({ name }) => name)}
          tokenSeparators={TAG_SEPARATORS}
          showSearch={{
            onSearch: (text) => {
              setTyped(text);
              if (text) setOpen(true);
            },
          }}
          notFoundContent={isFetching ? t("Searching…") : t("No tags found")}
          options={[...known.keys()].map((name) => ({ value: name, label: name }))}
          onChange={choose}
        />
      )}
    </Field>
  );
}

function problemOf(name: string): string | undefined {
  const { success, error } = TagName.safeParse(name);
  if (success) return undefined;
  return name.length > 250 ? t("Tag names can be up to 250 characters.") : error.issues[0]?.message;
}
