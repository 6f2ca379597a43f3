import { Segmented, Select } from "antd";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import styles from "./FilterBar.module.css";
import type { TypedStart } from "./ListField.tsx";

interface ChoiceProps {
  id: string;
  choices: { value: string; label: string }[];
  onChange(value: string | null): void;
}

export function ChoiceSelect({
  choices,
  onChange,
  typed = "",
  ...rest
}: ChoiceProps & TypedStart & { value: string | undefined; placeholder: string; allowClear: boolean }) {
  const [search, setSearch] = useState(typed);
  return (
    <Select
      className={styles.select}
      suffixIcon={<ChevronDown size={16} strokeWidth={1.25} aria-hidden />}
      options={choices}
      onChange={(next: string | undefined) => onChange(next ?? null)}
      showSearch={{ optionFilterProp: "label", searchValue: search, onSearch: setSearch }}
      {...rest}
    />
  );
}

export function ChoiceButtons({ choices, ...rest }: ChoiceProps & { value: string }) {
  return <Segmented block size="small" options={choices} {...rest} />;
}
