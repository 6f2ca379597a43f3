import { Button } from "antd";
import { MapPinOff } from "lucide-react";
import { t } from "../i18n/translate.ts";
import { Message } from "./Message.tsx";

export function NotFound() {
  return (
    <Message
      page
      icon={<MapPinOff size={20} />}
      title={t("This page doesn't exist")}
      text={t("It may have been deleted or renamed.")}
      actions={<Button href="/superset/welcome/">{t("Go to Home")}</Button>}
    />
  );
}
