import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { list } from "../../../api/tag/contract.ts";
import type { DashboardProperties } from "../../../editor/dashboard-document.ts";
import { TagName } from "../../../model/tag-name.ts";
import { call } from "../../../web/client.ts";
import { useDebounced } from "../../../web/clock.ts";
import { can } from "../../../web/session.ts";
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
    queryFn: ({ signal }) => writtenTags(settled, signal),
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
        tokenSeparators={[",", "\n", "\t", ";"]}
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

/** Tags that people wrote; those that the product keeps itself are not given by hand. */
async function writtenTags(text: string, signal: AbortSignal): Promise<Tags> {
  const filters = [
    { col: "type", opr: "custom_tag", value: true },
    ...(text ? [{ col: "name", opr: "ct", value: text }] : []),
  ];
  const q = { filters, order_column: "name", order_direction: "asc" as const, page: 0, page_size: 100 };
  const { result } = await call(list, { q }, { signal });
  return result.map(({ id, name }) => ({ id, name }));
}
