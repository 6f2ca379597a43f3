import { Check } from "lucide-react";
import { t } from "../../i18n/translate.ts";

export function Yes({ on }: { on: boolean | undefined }) {
  return on ? (
    <Check size={16} role="img" aria-label={t("Yes")} display="block" />
  ) : (
    <span className="visually-hidden">{t("No")}</span>
  );
}
