import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import type { WrittenTag } from "../../model/dashboard.ts";
import { TagName } from "../../model/tag-name.ts";
import { Field } from "../../ui/Field.tsx";
import { useDebounced } from "../client/clock.ts";
import { can } from "../session/session.ts";
import { TAG_SEPARATORS, writtenTags } from "./tags.ts";

interface Props {
  /** What is tagged. */
  noun: "chart" | "dashboard";
  tags: readonly WrittenTag[];
  onChange(tags: readonly WrittenTag[]): void;
}

/** Tags of something: those there are, and new ones by writing them, which have no id before they are saved. */
export function TagsField({ noun, tags, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const settled = useDebounced(typed.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: ["tags", "written", settled],
    queryFn: async ({ signal }): Promise<WrittenTag[]> =>
      (await writtenTags(settled, signal)).map(({ id, name }) => ({ id, name })),
    placeholderData: (previous) => previous,
  });
  const known = new Map<string, WrittenTag>([...data, ...tags].map((tag) => [tag.name, tag]));
  const mayWrite = can("can_write", "Tag");
  const choose = (names: readonly string[]) => {
    const asked = [...new Set(names.map((name) => name.trim()).filter(Boolean))];
    const refused = asked.map(problemOf).find(Boolean);
    setProblem(refused);
    // The list would cover what is wrong.
    if (refused) setOpen(false);
    onChange(asked.filter((name) => known.has(name) || !problemOf(name)).map((name) => known.get(name) ?? { name }));
  };
  const way = mayWrite ? " Choose tags or write new ones." : "";
  return (
    <Field label="Tags" hint={`Words that this ${noun} is found by.${way}`} problem={problem}>
      {(id) => (
        <Select<string[]>
          id={id}
          mode={mayWrite ? "tags" : "multiple"}
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
          notFoundContent={isFetching ? "Searching…" : "No tags found"}
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
  return name.length > 250 ? "Tag names have at most 250 characters." : error.issues[0]?.message;
}
