import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { type Mark, TypeMark } from "../../web/components/TypeMark.tsx";
import type { ColumnProfileProps } from "./ColumnProfilePanel.tsx";
import styles from "./column-profile.module.css";

const ColumnProfilePanel = lazyComponent(async () => (await import("./ColumnProfilePanel.tsx")).ColumnProfilePanel);

/** The type of a column, which opens its profile. */
export function ProfileButton({ mark, ...profile }: ColumnProfileProps & { mark: Mark }) {
  const [isOpen, setIsOpen] = useState(false);
  const { placements = [], onFilter, title } = profile;
  const closing = placements.map((one) => ({
    ...one,
    onSelect: () => {
      setIsOpen(false);
      one.onSelect();
    },
  }));
  const filter =
    onFilter &&
    ((value: Parameters<typeof onFilter>[0]) => {
      setIsOpen(false);
      onFilter(value);
    });
  const label = t("Profile of {column}", { column: title });
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      label={label}
      placement="right"
      content={<ColumnProfilePanel {...profile} placements={closing} onFilter={filter} />}
    >
      <button type="button" className={styles.trigger} aria-label={label} title={label} aria-expanded={isOpen}>
        <TypeMark mark={mark} />
      </button>
    </Popover>
  );
}
