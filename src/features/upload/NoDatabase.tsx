import { useQueryClient } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { Database } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { Message } from "../../ui/Message.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { can } from "../../web/session/session.ts";
import styles from "./upload.module.css";
import { CONNECT_PATH, closeUpload } from "./upload.ts";
import { allowUploads, usePossibleDatabases } from "./upload-data.ts";

export function NoDatabase() {
  const mayChange = can("can_write", "Database");
  return (
    <Message
      icon={<Database size={20} />}
      title={t("No database allows uploads yet")}
      text={
        mayChange
          ? t(
              "Files can only be uploaded to a database that allows uploads. Allow them here, or in the database's Security settings.",
            )
          : t(
              "Files can only be uploaded to a database that allows uploads. An administrator can allow them in the database's Security settings.",
            )
      }
      actions={mayChange ? <Allow /> : undefined}
    />
  );
}

function Allow() {
  const { data: databases = [], isPending } = usePossibleDatabases();
  const [chosen, setChosen] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const queries = useQueryClient();
  const id = chosen ?? databases[0]?.id;
  const allow = async () => {
    if (id === undefined) return;
    try {
      await allowUploads(id);
      await queries.invalidateQueries({ queryKey: ["upload"] });
    } catch (error) {
      setProblem(toApiError(error).message);
    }
  };
  const connect = (
    <Link to={CONNECT_PATH} onClick={closeUpload}>
      {t("Connect a database")}
    </Link>
  );
  if (!isPending && databases.length === 0) return connect;
  return (
    <div className={styles.allow}>
      <Field label={t("Database")} problem={problem}>
        {(field) => (
          <Select
            id={field}
            value={id}
            loading={isPending}
            options={databases.map((one) => ({ value: one.id, label: one.name }))}
            onChange={setChosen}
          />
        )}
      </Field>
      <Button type="primary" disabled={id === undefined} onClick={allow}>
        {t("Allow file uploads")}
      </Button>
      {connect}
    </div>
  );
}
