import { Input } from "antd";
import { useState } from "react";
import { update } from "../../api/me/contract.ts";
import { browserZone } from "../../i18n/browser-zone.ts";
import { t } from "../../i18n/translate.ts";
import { MIN_PASSWORD_LENGTH, passwordRule } from "../../model/password.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { ZoneSelect } from "../../web/components/ZoneSelect.tsx";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { loadSession, type SessionUser, useUser } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";

const KEYS = ["first_name", "last_name", "time_zone", "password", "current_password"] as const;
type Key = (typeof KEYS)[number];
type Fields = Record<Key, string>;
type Problems = Partial<Record<Key, string>>;

const savedFieldsOf = (user: SessionUser): Fields => ({
  first_name: user.firstName,
  last_name: user.lastName,
  time_zone: user.timeZone ?? "",
  password: "",
  current_password: "",
});

export function AccountDialog({ onClose }: { onClose(): void }) {
  const user = useUser();
  const { fields, change, problems, isChanged, mail, isBusy, save } = useAccount(user, onClose);
  const common = (key: Key, id: string) => ({
    id,
    value: fields[key],
    maxLength: key.endsWith("password") ? 1024 : 64,
    status: problems[key] ? ("error" as const) : ("" as const),
    onChange: (event: { target: { value: string } }) => change(key, event.target.value),
  });
  return (
    <FormDialog
      title={t("Your account")}
      verb={t("Save account")}
      form={{ isChanged, isBusy, save }}
      footerNote={t("Signed in as {name}", { name: user.username })}
      onClose={onClose}
    >
      <Field label={t("First name")} problem={problems.first_name}>
        {(id) => <Input {...common("first_name", id)} autoComplete="given-name" />}
      </Field>
      <Field label={t("Last name")} problem={problems.last_name}>
        {(id) => <Input {...common("last_name", id)} autoComplete="family-name" />}
      </Field>
      <Field
        label={t("Time zone")}
        problem={problems.time_zone}
        hint={t("For relative time ranges, and for times with a time zone. Dashboards can have their own.")}
      >
        {(id) => (
          <ZoneSelect
            id={id}
            value={fields.time_zone}
            unset={t("Browser time zone ({zone})", { zone: browserZone().replaceAll("_", " ") })}
            isInvalid={problems.time_zone !== undefined}
            onChange={(zone) => change("time_zone", zone)}
          />
        )}
      </Field>
      <Field
        label={t("Emails about comments")}
        hint={t("When someone mentions you, replies in your threads, or comments on what you own.")}
      >
        {(id) => <Checkbox id={id} checked={mail.isOn} onChange={(event) => mail.setOn(event.target.checked)} />}
      </Field>
      <Field
        label={t("New password")}
        problem={problems.password}
        hint={`${passwordRule()} ${t("Leave empty to keep your password. A new password signs you out on all other devices.")}`}
      >
        {(id) => <PasswordInput {...common("password", id)} autoComplete="new-password" />}
      </Field>
      {fields.password === "" ? null : (
        <Field
          label={t("Current password")}
          problem={problems.current_password}
          hint={t("Leave empty if you signed in within the last five minutes.")}
        >
          {(id) => <PasswordInput {...common("current_password", id)} autoComplete="current-password" />}
        </Field>
      )}
    </FormDialog>
  );
}

function useAccount(user: SessionUser, onSaved: () => void) {
  const saved = savedFieldsOf(user);
  const [fields, setFields] = useState(saved);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const savedMail = user.commentMail ?? true;
  const [isMailOn, setMailOn] = useState(savedMail);
  const isSent = (key: Key) => key !== "current_password" || fields.password !== "";
  const changed = KEYS.filter((key) => fields[key] !== saved[key] && isSent(key));
  const isChanged = changed.length > 0 || isMailOn !== savedMail;
  const save = async () => {
    const empty = changed.filter((key) => key !== "time_zone" && fields[key].trim() === "");
    const wrong: Problems = Object.fromEntries(empty.map((key) => [key, t("This is a required field")]));
    if (changed.includes("password") && fields.password.length < MIN_PASSWORD_LENGTH) wrong.password = passwordRule();
    setProblems(wrong);
    if (!isChanged || Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await call(update, {
        body: {
          ...Object.fromEntries(changed.map((key) => [key, key === "time_zone" ? fields[key] || null : fields[key]])),
          ...(isMailOn === savedMail ? {} : { comment_mail: isMailOn }),
        },
      });
      // All data on the page may be of another day.
      if (changed.includes("time_zone")) window.location.reload();
      await loadSession();
      toast.success(t("Your account has been saved"));
      onSaved();
    } catch (error) {
      setProblems(problemsOf(error, changed));
    } finally {
      setBusy(false);
    }
  };
  const change = (key: Key, value: string) => {
    setFields((before) => ({ ...before, [key]: value }));
    setProblems(({ [key]: _, ...others }) => others);
  };
  const mail = { isOn: isMailOn, setOn: setMailOn };
  return { fields, change, problems, isChanged, mail, isBusy, save };
}

/** The server also rejects passwords without naming a field; such an error belongs to the new password. */
function problemsOf(caught: unknown, changed: readonly Key[]): Problems {
  const error = toApiError(caught);
  const ofFields = KEYS.flatMap((key) => {
    const text = error.fields[key]?.[0];
    return text === undefined ? [] : [[key, text] as const];
  });
  const last = changed.includes("password") ? "password" : changed.at(-1);
  if (ofFields.length === 0 && last) return { [last]: error.message };
  return Object.fromEntries(ofFields);
}
