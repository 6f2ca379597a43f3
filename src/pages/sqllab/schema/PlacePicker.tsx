import { ChevronDown, Database } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { useDatabase, useTab } from "../state/lab-context.ts";
import styles from "./schema.module.css";

const Places = lazyComponent(async () => (await import("./Places.tsx")).Places);

/** The database, catalog and schema of the tab in front. */
export function PlacePicker() {
  const [isOpen, setOpen] = useState(false);
  const tab = useTab();
  const database = useDatabase();
  const rest = [tab.catalog, tab.schema].filter((name) => name !== null);
  return (
    <Popover open={isOpen} onOpenChange={setOpen} label="Where the SQL runs" content={<Places />}>
      <button type="button" className={styles.picker}>
        <Database size={14} aria-hidden />
        <span className="visually-hidden">Database and schema: </span>
        <span className={styles.place}>
          {database ? database.database_name : "Choose a database"}
          {rest.map((name) => (
            <span key={name}>
              {" / "}
              <strong>{name}</strong>
            </span>
          ))}
        </span>
        <ChevronDown size={14} aria-hidden />
      </button>
    </Popover>
  );
}
