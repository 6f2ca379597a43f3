import { Button } from "antd";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../i18n/translate.ts";
import { Message } from "./Message.tsx";

export interface ErrorStateProps {
  title: string;
  text?: ReactNode;
  detail?: string;
  onRetry?(): void;
  retryLabel?: string;
  actions?: ReactNode;
  compact?: boolean;
}

export function ErrorState({
  title,
  text,
  detail,
  onRetry,
  retryLabel = t("Retry"),
  actions,
  compact,
}: ErrorStateProps) {
  const buttons = (
    <>
      {onRetry ? (
        <Button size={compact ? "small" : "middle"} onClick={onRetry}>
          {retryLabel}
        </Button>
      ) : null}
      {actions}
    </>
  );
  return (
    <Message
      tone="error"
      icon={<CircleAlert size={20} />}
      title={title}
      text={text}
      detail={detail}
      compact={compact}
      actions={onRetry || actions ? buttons : undefined}
    />
  );
}
