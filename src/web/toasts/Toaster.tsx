import { CircleAlert, CircleCheck, Copy, Info, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { SeeMore } from "../../ui/SeeMore.tsx";
import { copyText } from "./clipboard.ts";
import styles from "./Toaster.module.css";
import { dismiss, hold, release, toast as show, type Toast, useToasts } from "./toasts.ts";

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleAlert } as const;

export function Toaster() {
  const { toasts } = useToasts();
  return (
    <section className={styles.area} aria-label={t("Notifications")} aria-live="polite">
      {toasts.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [expanded, setExpanded] = useState(false);
  const Icon = ICONS[toast.kind];
  const stay = () => hold(toast.id);
  const go = () => (expanded ? undefined : release(toast.id));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className={styles.toast}
      data-kind={toast.kind}
      role={toast.kind === "danger" ? "alert" : "status"}
      onPointerEnter={stay}
      onPointerLeave={go}
      onFocus={stay}
      onBlur={go}
    >
      <Icon size={16} className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.text}>{toast.text}</div>
        {toast.detail ? (
          <SeeMore className={styles.detail} onToggle={setExpanded}>
            <pre>{toast.detail}</pre>
          </SeeMore>
        ) : null}
      </div>
      {toast.action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.run();
            dismiss(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      {toast.kind === "danger" ? (
        <IconButton
          size={24}
          label={t("Copy details")}
          icon={<Copy size={14} />}
          onClick={async () => {
            const copied = await copyText(`${toast.text}\n${toast.detail ?? ""}`.trim());
            if (copied) show.success(t("Copied to clipboard!"), { noDuplicate: true });
          }}
        />
      ) : null}
      <IconButton size={24} label={t("Close")} icon={<X size={14} />} onClick={() => dismiss(toast.id)} />
    </div>
  );
}
