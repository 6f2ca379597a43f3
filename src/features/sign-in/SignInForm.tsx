import { Button } from "antd";
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, type Ref, useId, useRef, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { signIn } from "../../web/session/session.ts";
import styles from "./SignIn.module.css";

export const WRONG_CREDENTIALS = t("Incorrect username or password.");

interface Props {
  known?: string;
  /** Set if the submit button is outside of the form. */
  remote?: { form: Ref<HTMLFormElement>; onBusy(busy: boolean): void };
  onSignedIn?(): void;
}

/** Errors don't say whether the username or the password is wrong, for security. */
export function SignInForm({ known, remote, onSignedIn }: Props) {
  const id = useId();
  const passwordField = useRef<HTMLInputElement>(null);
  const { username, password, problem, busy, ...act } = useSigningIn(known, () => {
    passwordField.current?.focus();
    passwordField.current?.select();
  });
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    remote?.onBusy(true);
    const isIn = await act.submit();
    remote?.onBusy(false);
    if (isIn) onSignedIn?.();
  };
  return (
    <form ref={remote?.form} className={styles.form} onSubmit={handleSubmit} noValidate>
      <label className={styles.label} htmlFor={`${id}-user`}>
        {t("Username or email")}
      </label>
      <input
        id={`${id}-user`}
        className={styles.field}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: there is nothing but one form
        autoFocus={known === undefined}
        readOnly={known !== undefined}
        value={username}
        aria-invalid={problem?.at === "username"}
        aria-describedby={problem?.at === "username" ? `${id}-user-problem` : undefined}
        onChange={(event) => act.setUsername(event.target.value)}
      />
      <FieldProblem id={`${id}-user-problem`} text={problem?.at === "username" ? problem.text : undefined} />
      <label className={styles.label} htmlFor={`${id}-password`}>
        {t("Password")}
      </label>
      <PasswordField
        id={`${id}-password`}
        ref={passwordField}
        isFirst={known !== undefined}
        value={password}
        onChange={act.setPassword}
        describedBy={problem?.at === "password" ? `${id}-problem` : undefined}
      />
      <FieldProblem id={`${id}-problem`} text={problem?.at === "password" ? problem.text : undefined} />
      {remote ? (
        // Lets Enter submit the form.
        <input type="submit" hidden />
      ) : (
        <Button className={styles.submit} type="primary" size="large" htmlType="submit" loading={busy} block>
          {t("Sign in")}
        </Button>
      )}
    </form>
  );
}

function useSigningIn(known: string | undefined, onRefused: () => void) {
  const [username, setUsername] = useState(known ?? "");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const missing = missingOf(username, password);
    setProblem(missing);
    if (missing) return false;
    setBusy(true);
    try {
      await signIn(username.trim(), password);
      return true;
    } catch (error) {
      setProblem(problemOf(error));
      onRefused();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { username, setUsername, password, setPassword, problem, busy, submit };
}

function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className={styles.problem} role="alert">
      {text}
    </p>
  );
}

interface PasswordFieldProps {
  id: string;
  ref: Ref<HTMLInputElement>;
  isFirst: boolean;
  value: string;
  onChange(value: string): void;
  describedBy: string | undefined;
}

function PasswordField({ id, ref, isFirst, value, onChange, describedBy }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <input
        id={id}
        ref={ref}
        className={styles.field}
        name="password"
        type={shown ? "text" : "password"}
        autoComplete="current-password"
        // biome-ignore lint/a11y/noAutofocus: there is nothing but one form
        autoFocus={isFirst}
        value={value}
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton
        className={styles.show}
        label={shown ? t("Hide password") : t("Show password")}
        icon={shown ? <EyeOff size={16} /> : <Eye size={16} />}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

interface Problem {
  at: "username" | "password";
  text: string;
}

function missingOf(username: string, password: string): Problem | undefined {
  if (username.trim() === "") return { at: "username", text: t("Enter your username or email.") };
  if (password === "") return { at: "password", text: t("Enter your password.") };
  return undefined;
}

function problemOf(error: unknown): Problem {
  const known = toApiError(error);
  const text = known.status === 401 ? WRONG_CREDENTIALS : known.message;
  return { at: "password", text };
}
