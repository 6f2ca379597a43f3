import type { ReactNode } from "react";
import { number } from "../../../i18n/intl.ts";
import { rich } from "../../../i18n/rich.tsx";
import type { Draft, Operator } from "./draft.ts";

interface Values {
  value: string;
  threshold: string;
  strong(inside: ReactNode): ReactNode;
}

type Sentence = (values: Values) => ReactNode;

const SENTENCES: Readonly<Record<Operator, readonly [fires: Sentence, doesNotFire: Sentence]>> = {
  ">": [
    (values) => rich("<strong>{value}</strong> is more than {threshold}: would fire", values),
    (values) => rich("<strong>{value}</strong> is not more than {threshold}: would not fire", values),
  ],
  ">=": [
    (values) => rich("<strong>{value}</strong> is at least {threshold}: would fire", values),
    (values) => rich("<strong>{value}</strong> is less than {threshold}: would not fire", values),
  ],
  "<": [
    (values) => rich("<strong>{value}</strong> is less than {threshold}: would fire", values),
    (values) => rich("<strong>{value}</strong> is not less than {threshold}: would not fire", values),
  ],
  "<=": [
    (values) => rich("<strong>{value}</strong> is at most {threshold}: would fire", values),
    (values) => rich("<strong>{value}</strong> is more than {threshold}: would not fire", values),
  ],
  "==": [
    (values) => rich("<strong>{value}</strong> equals {threshold}: would fire", values),
    (values) => rich("<strong>{value}</strong> does not equal {threshold}: would not fire", values),
  ],
  "!=": [
    (values) => rich("<strong>{value}</strong> does not equal {threshold}: would fire", values),
    (values) => rich("<strong>{value}</strong> equals {threshold}: would not fire", values),
  ],
  "not null": [
    ({ threshold: _, ...values }) => rich("The result is <strong>{value}</strong>: would fire", values),
    ({ threshold: _, ...values }) =>
      rich("The result is <strong>{value}</strong> (0 and empty don't count): would not fire", values),
  ],
};

interface VerdictProps {
  draft: Pick<Draft, "op" | "threshold">;
  value: string;
  isTriggered: boolean;
}

export function Verdict({ draft: { op, threshold }, value, isTriggered }: VerdictProps) {
  const sentence = SENTENCES[op][isTriggered ? 0 : 1];
  return sentence({
    value,
    threshold: threshold === null ? "" : number(threshold),
    strong: (inside) => <strong>{inside}</strong>,
  });
}
