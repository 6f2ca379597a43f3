import { InputNumber } from "antd";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { CodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { closeDialog } from "../state/dialogs.ts";
import { useWorkbench } from "../workbench/store-context.ts";
import styles from "./header.module.css";
import { permalinkOf } from "./use-share.ts";

export function EmbedDialog() {
  const { store } = useWorkbench();
  const [width, setWidth] = useState(600);
  const [height, setHeight] = useState(400);
  const link = useFetched("embed", () => permalinkOf(store), { once: true });
  const code = link.data ? frameOf(`${link.data}?standalone=1`, { width, height }) : "";
  return (
    <Dialog
      open
      title={t("Embed code")}
      width={720}
      cancelLabel={t("Close")}
      onClose={closeDialog}
      primary={{ label: t("Copy code"), disabled: code === "", onClick: () => void copyWithToast(code) }}
    >
      <div className={styles.form}>
        <p>
          {t("Viewers must be signed in to this server. The embedding page must be on the same site as this server.")}
        </p>
        <div className={styles.sizes}>
          <SizeField label={t("Width")} value={width} onChange={setWidth} />
          <SizeField label={t("Height")} value={height} onChange={setHeight} />
        </div>
        {link.error ? (
          <ErrorState compact title={link.error.title} text={link.error.message} onRetry={link.reload} />
        ) : null}
        {link.isLoading ? <SkeletonLines lines={4} /> : null}
        {code ? <CodeEditor label={t("Embed code")} language="html" value={code} isReadOnly /> : null}
      </div>
    </Dialog>
  );
}

function SizeField({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  return (
    <Field label={label} aside={t("pixels")}>
      {(id) => (
        <InputNumber
          id={id}
          min={50}
          max={5000}
          precision={0}
          value={value}
          onChange={(next) => next !== null && onChange(next)}
        />
      )}
    </Field>
  );
}

function frameOf(address: string, { width, height }: { width: number; height: number }): string {
  return `<iframe\n  src="${address}"\n  width="${width}"\n  height="${height}"\n  style="border: 0"\n></iframe>`;
}
