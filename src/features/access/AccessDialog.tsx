import { useState } from "react";
import type { ObjectType } from "../../api/rights/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { FoundSelect } from "../../web/components/FoundSelect.tsx";
import { isAdmin, useUser } from "../../web/session/session.ts";
import { Answers } from "./Answers.tsx";
import styles from "./access.module.css";
import type { AccessCheck, CheckedObject, Subject } from "./access.ts";
import { OBJECT_FINDERS, SUBJECT_FINDERS } from "./find.ts";

/** Why a user or role can, or can't, do something with an object. Administrators may check others than themselves. */
export function AccessDialog({ object: ofObject, subject: ofSubject, onClose }: AccessCheck & { onClose(): void }) {
  const user = useUser();
  const self: Subject = { kind: "user", id: user.userId, name: `${user.firstName} ${user.lastName}`.trim() };
  const [subject, setSubject] = useState<Subject | undefined>(ofSubject ?? self);
  const [object, setObject] = useState(ofObject);
  const title = ofObject
    ? t("Access to {name}", { name: ofObject.name })
    : t("What {name} can access", { name: ofSubject?.name ?? self.name });
  return (
    <Dialog open title={title} width={720} onClose={onClose} cancelLabel={t("Close")}>
      {!ofSubject && isAdmin() ? <SubjectField value={subject} onChange={setSubject} /> : null}
      {ofObject ? null : <ObjectField value={object} onChange={setObject} />}
      {subject && object ? (
        <Answers key={`${subject.kind} ${subject.id} ${object.type} ${object.id}`} subject={subject} object={object} />
      ) : (
        <p className={styles.hint}>{t("Choose what to check.")}</p>
      )}
    </Dialog>
  );
}

interface FieldProps<T> {
  value: T | undefined;
  onChange(value: T | undefined): void;
}

const SUBJECTS = {
  user: { label: t("User"), placeholder: t("Choose a user"), none: t("No users found") },
  role: { label: t("Role"), placeholder: t("Choose a role"), none: t("No roles found") },
};

function SubjectField({ value, onChange }: FieldProps<Subject>) {
  const [kind, setKind] = useState<Subject["kind"]>(value?.kind ?? "user");
  return (
    <Field label={t("User or role")}>
      {(id) => (
        <div className={styles.choice}>
          <Segmented
            label={t("User or role")}
            value={kind}
            options={[
              { value: "user", label: SUBJECTS.user.label },
              { value: "role", label: SUBJECTS.role.label },
            ]}
            onChange={(chosen) => {
              setKind(chosen);
              onChange(undefined);
            }}
          />
          <FoundSelect
            id={id}
            searchKey={["access", kind]}
            find={SUBJECT_FINDERS[kind]}
            placeholder={SUBJECTS[kind].placeholder}
            none={SUBJECTS[kind].none}
            value={value}
            onChange={(chosen) => onChange({ kind, ...chosen })}
          />
        </div>
      )}
    </Field>
  );
}

const OBJECTS: Readonly<Record<ObjectType, { label: string; placeholder: string; none: string }>> = {
  dashboard: { label: t("Dashboard"), placeholder: t("Choose a dashboard"), none: t("No dashboards found") },
  chart: { label: t("Chart"), placeholder: t("Choose a chart"), none: t("No charts found") },
  dataset: { label: t("Dataset"), placeholder: t("Choose a dataset"), none: t("No datasets found") },
  database: { label: t("Database"), placeholder: t("Choose a database"), none: t("No databases found") },
};

const TYPES = Object.keys(OBJECTS) as ObjectType[];

function ObjectField({ value, onChange }: FieldProps<CheckedObject>) {
  const [type, setType] = useState<ObjectType>("dashboard");
  return (
    <Field label={t("Object")}>
      {(id) => (
        <div className={styles.choice}>
          <Segmented
            label={t("Object type")}
            value={type}
            options={TYPES.map((each) => ({ value: each, label: OBJECTS[each].label }))}
            onChange={(chosen) => {
              setType(chosen);
              onChange(undefined);
            }}
          />
          <FoundSelect
            id={id}
            searchKey={["access", type]}
            find={OBJECT_FINDERS[type]}
            placeholder={OBJECTS[type].placeholder}
            none={OBJECTS[type].none}
            value={value}
            onChange={(chosen) => onChange({ type, ...chosen })}
          />
        </div>
      )}
    </Field>
  );
}
