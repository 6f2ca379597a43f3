import { Button } from "antd";
import type { ReactNode } from "react";
import styles from "./HeaderButton.module.css";

export function HeaderButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick(): void }) {
  return (
    <Button icon={icon} onClick={onClick} title={label} className={styles.button}>
      <span className="visually-hidden-on-phones">{label}</span>
    </Button>
  );
}
