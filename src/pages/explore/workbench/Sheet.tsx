import { Drawer } from "antd";
import type { ReactNode } from "react";
import { inlinePlacement } from "../../../i18n/direction.ts";
import styles from "./workbench.module.css";

interface SheetProps {
  label: string;
  side: "left" | "bottom";
  onClose(): void;
  children: ReactNode;
}

export function Sheet({ label, side, onClose, children }: SheetProps) {
  return (
    <Drawer
      open
      title={label}
      placement={inlinePlacement(side)}
      size={side === "bottom" ? "80vh" : 300}
      onClose={onClose}
      className={styles.sheet}
    >
      {children}
    </Drawer>
  );
}
