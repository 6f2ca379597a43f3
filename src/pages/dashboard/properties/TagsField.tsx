import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import type { DashboardProperties } from "../../../editor/dashboard-document.ts";
import { TagName } from "../../../model/tag-name.ts";
import { useDebounced } from "../../../web/clock.ts";
import { can } from "../../../web/session.ts";
import { TAG_SEPARATORS, writtenTags } from "../../../web/written-tags.ts";
import { Field } from "./parts.tsx";

type Tags = DashboardProperties["tags"];

interface Props {
  tags: Tags;
  onChange(tags: Tags): void;
}

/** The dashboard's tags: those there are, and new ones by writing them, which have no id before they are saved. */
export function TagsField({ tags, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const settled = useDebounced(typed.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: ["tags", "written", settled],
    queryFn: async ({ signal }): Promise<Tags> =>
      (await writtenTags(settled, signal)).map(({ id, name }) => ({ id, name })),
    placeholderData: (previous) => previous,
  });
  const known = new Map([...data, ...tags].map((tag) => [tag.name, tag]));
  const mayWrite = can("can_write", "Tag");
  const choose = (names: readonly string[]) => {
    const asked = [...new Set(names.map((name) => name.trim()).filter(Boolean))];
    setProblem(asked.map(problemOf).find(Boolean));
    onChange(asked.filter((name) => known.has(name) || !problemOf(name)).map((name) => known.get(name) ?? { name }));
  };
  const help = mayWrite
    ? "Words that this dashboard is found by. Choose tags or write new ones."
    : "Words that this dashboard is found by.";
  return (
    <Field label="Tags" id="dashboard-tags" help={help} problem={problem}>
      <Select<string[]>
        id="dashboard-tags"
        mode={mayWrite ? "tags" : "multiple"}
        loading={isFetching}
        value={tags.map(({ name }) => name)}
        tokenSeparators={TAG_SEPARATORS}
        showSearch={{ onSearch: setTyped }}
        notFoundContent={isFetching ? "Searching…" : "No tags found"}
        options={[...known.keys()].map((name) => ({ value: name, label: name }))}
        onChange={choose}
      />
    </Field>
  );
}

function problemOf(name: string): string | undefined {
  const { success, error } = TagName.safeParse(name);
  if (success) return undefined;
  return name.length > 250 ? "Tag names have at most 250 characters." : error.issues[0]?.message;
}
