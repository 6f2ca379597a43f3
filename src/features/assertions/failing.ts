import type { FailingAssertion } from "../../api/assertion/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Person } from "../../ui/Avatar.tsx";

/** Someone to ask, whose name comes in one piece. */
export function askable({ id, name }: FailingAssertion["people"][number]): Person & { id: number } {
  const at = name.lastIndexOf(" ");
  return { id, first_name: name.slice(0, Math.max(at, 0)), last_name: name.slice(at + 1) };
}

/** In words only if the reader can't see the value. */
export function failureText({
  state,
  name,
  value,
  message,
}: Pick<FailingAssertion, "state" | "name" | "value" | "message">) {
  if (value !== null) return message;
  if (name === "") return state === "failed" ? t("A check of this data failed") : t("This data couldn't be checked");
  return state === "failed" ? t("Failed: {name}", { name }) : t("Couldn't check: {name}", { name });
}
