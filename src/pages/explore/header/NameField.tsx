import { useEffect, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import { usePageHide } from "../workbench/use-page-hide.ts";
import styles from "./header.module.css";

export function NameField() {
  const { store } = useWorkbench();
  const name = useExplore((state) => state.name);
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  const commit = () => store.getState().rename(text.trim());
  usePageHide(commit);
  return (
    <h1 className={styles.heading}>
      <span className={styles.sizer} aria-hidden>
        {text || t("Add chart name")}
      </span>
      <input
        className={styles.name}
        aria-label={t("Chart name")}
        placeholder={t("Add chart name")}
        value={text}
        maxLength={250}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setText(name);
        }}
      />
    </h1>
  );
}
