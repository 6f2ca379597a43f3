import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { list } from "../../../api/css-template/contract.ts";
import { CodeEditor } from "../../../ui/CodeEditor.tsx";
import { call } from "../../../web/client.ts";
import { toApiError } from "../../../web/errors.ts";
import { Field } from "./parts.tsx";

interface Props {
  css: string;
  onChange(css: string): void;
}

/** The dashboard's own CSS, and the templates it can begin with. */
export function CssFields({ css, onChange }: Props) {
  const { data, error, isLoading } = useQuery({
    queryKey: ["css-templates"],
    queryFn: async ({ signal }) => {
      const q = { order_column: "template_name", order_direction: "asc" as const, page: 0, page_size: 100 };
      return (await call(list, { q }, { signal })).result;
    },
  });
  const add = (id: number) => {
    const template = data?.find((each) => each.id === id)?.css ?? "";
    onChange(css.trim() === "" ? template : `${css.trimEnd()}\n\n${template}`);
  };
  return (
    <>
      <Field
        label="CSS template"
        id="dashboard-css-template"
        help={
          error ? `Templates could not be loaded: ${toApiError(error).message}` : "Adds a template to the CSS below."
        }
      >
        <Select
          id="dashboard-css-template"
          showSearch={{ optionFilterProp: "label" }}
          loading={isLoading}
          value={null}
          disabled={!data?.length}
          placeholder={data?.length === 0 ? "There are no templates" : "Add a template"}
          options={(data ?? []).map(({ id, template_name }) => ({
            value: id,
            label: template_name || `Template ${id}`,
          }))}
          onChange={(id: number | null) => (id === null ? undefined : add(id))}
        />
      </Field>
      <Field label="CSS" id="dashboard-css" help="Applied to this dashboard only. Nothing is fetched from other sites.">
        <CodeEditor id="dashboard-css" label="CSS" language="css" value={css} lines={8} isLong onChange={onChange} />
      </Field>
    </>
  );
}
