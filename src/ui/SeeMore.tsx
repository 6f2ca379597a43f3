import { type ReactNode, useState } from "react";
import { t } from "../i18n/translate.ts";

interface SeeMoreProps {
  className?: string | undefined;
  onToggle?(isOpen: boolean): void;
  children: ReactNode;
}

export function SeeMore({ className, onToggle, children }: SeeMoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={className}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        onToggle?.(event.currentTarget.open);
      }}
    >
      <summary>{isOpen ? t("See less") : t("See more")}</summary>
      {children}
    </details>
  );
}
