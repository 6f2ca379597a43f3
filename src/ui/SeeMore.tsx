import { type ReactNode, useState } from "react";

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
      <summary>{isOpen ? "See less" : "See more"}</summary>
      {children}
    </details>
  );
}
