import { InputNumber } from "antd";
import { Field } from "../../ui/Field.tsx";

interface CountProps {
  label: string;
  hint: string;
  problem?: string | undefined;
  min: number;
  value: number | null;
  onChange(value: number | null): void;
}

const MAX = 100_000_000;

export function Count({ label, hint, problem, onChange, ...range }: CountProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(id) => <InputNumber id={id} precision={0} max={MAX} {...range} onChange={onChange} />}
    </Field>
  );
}
