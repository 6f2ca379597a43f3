import { Select } from "antd";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { Catalogs } from "./use-tables.ts";

interface CatalogSelectProps {
  id: string;
  catalogs: Catalogs;
  /** null: the connection's own. */
  value: string | null;
  onChange(catalog: string): void;
}

export function CatalogSelect({ id, catalogs: { names, canType }, value, onChange }: CatalogSelectProps) {
  const [typed, setTyped] = useState("");
  const offered = [...names, ...(canType ? [typed.trim(), value ?? ""] : [])].filter((name) => name !== "");
  return (
    <Select
      id={id}
      showSearch={{ optionFilterProp: "label", onSearch: setTyped }}
      value={value}
      placeholder={canType ? t("Choose or type a catalog") : t("Choose a catalog")}
      options={[...new Set(offered)].map((name) => ({ value: name, label: name }))}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
