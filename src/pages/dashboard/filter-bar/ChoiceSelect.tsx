import { Segmented, Select } from "antd";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import styles from "./FilterBar.module.css";
import type { WrittenStart } from "./ListField.tsx";

interface ChoiceProps {
  id: string;
  choices: { value: string; label: string }[];
  onChange(value: string | null): void;
}

/** One of many: a list that can be searched. */
export function ChoiceSelect({
  choices,
  onChange,
  written = "",
  ...rest
}: ChoiceProps & WrittenStart & { value: string | undefined; placeholder: string; allowClear: boolean }) {
  const [search, setSearch] = useState(written);
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

/** One of a few. */
export function ChoiceButtons({ choices, ...rest }: ChoiceProps & { value: string }) {
  return <Segmented block size="small" options={choices} {...rest} />;
}
