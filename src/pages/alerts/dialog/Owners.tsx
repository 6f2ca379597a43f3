import { Button } from "antd";
import { useState } from "react";
import * as report from "../../../api/report/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { AvatarGroup } from "../../../ui/Avatar.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { PeopleSelect, type PersonChoice } from "../../../web/components/PeopleSelect.tsx";
import { namedChoicesFrom } from "../../../web/list-view/choices.ts";
import styles from "./dialog.module.css";
import type { ReportForm } from "./use-report-form.ts";

const findOwners = namedChoicesFrom(report.related, "owners");

function toPerson({ id, name }: PersonChoice) {
  const at = name.lastIndexOf(" ");
  return { id, first_name: name.slice(0, Math.max(at, 0)), last_name: name.slice(at + 1) };
}

export function Owners({ form: { draft, change, problems }, isReadOnly }: { form: ReportForm; isReadOnly: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const people = <AvatarGroup people={draft.owners.map(toPerson)} />;
  const label = draft.owners.length === 1 ? t("Owner") : t("Owners");
  if (isReadOnly) {
    return (
      <span className={styles.owners}>
        {label} {people}
      </span>
    );
  }
  return (
    <span className={styles.owners}>
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        label={t("Owners")}
        placement="topLeft"
        content={
          <div className={styles.ownersField}>
            <Field label={t("Owners")} problem={problems.owners}>
              {(of) => (
                <PeopleSelect
                  id={of}
                  value={draft.owners}
                  search={findOwners}
                  onChange={(owners) => change({ owners })}
                />
              )}
            </Field>
          </div>
        }
      >
        <Button type="text" size="small" aria-haspopup="dialog">
          {label} {people}
        </Button>
      </Popover>
      {problems.owners ? <span className={styles.problem}>{problems.owners}</span> : null}
    </span>
  );
}
