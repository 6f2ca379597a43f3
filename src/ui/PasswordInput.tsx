import { Input, type InputProps } from "antd";

import { Eye, EyeOff } from "lucide-react";
import { t } from "../i18n/translate.ts";

/** The eye says what a click does, as in the sign-in form. */
export function PasswordInput(props: InputProps) {
  return <Input.Password {...props} iconRender={eye} />;
}

function eye(isShown: boolean) {
  const Icon = isShown ? EyeOff : Eye;
  const label = isShown ? t("Hide password") : t("Show password");
  return (
    <span role="img" aria-label={label} title={label}>
      <Icon size={16} aria-hidden />
    </span>
  );
}
