import { useEffect, useState } from "react";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import { usePageHide } from "../workbench/use-page-hide.ts";
import styles from "./header.module.css";

/** The chart's name, a heading that is a field. */
export function NameField() {
  const { store } = useWorkbench();
  const name = useExplore((state) => state.name);
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  const keep = () => store.getState().rename(text.trim());
  usePageHide(keep);
  return (
    <h1 className={styles.heading}>
      <span className={styles.sizer} aria-hidden>
        {text || "Add the name of the chart"}
      </span>
      <input
        className={styles.name}
        aria-label="Name of the chart"
        placeholder="Add the name of the chart"
        value={text}
        maxLength={250}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setText(name);
        }}
      />
    </h1>
  );
}
