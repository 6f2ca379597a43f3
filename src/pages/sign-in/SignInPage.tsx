import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Eye, EyeOff, KeyRound } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { signInOptions } from "../../api/security/contract.ts";
import { SIGN_IN_REFUSALS } from "../../model/sign-in-refusal.ts";
import { Mark } from "../../ui/Mark.tsx";
import { call } from "../../web/client.ts";
import { toApiError } from "../../web/errors.ts";
import { isVisitor, safeNext, signIn, useSession } from "../../web/session.ts";
import styles from "./SignInPage.module.css";

/** Username and password. Says no more than that they do not fit, and leads on to where the user was going. */
export function SignInPage() {
  const [search] = useSearchParams();
  const session = useSession();
  const next = safeNext(search.get("next"), window.location.origin);
  if (session.kind === "signed-in" && !session.ended && !isVisitor()) return <Navigate to={next} replace />;
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <Mark size={32} />
          <span>Tessera</span>
        </div>
        <SignInForm refused={refusedBy(search)} />
        <Providers next={search.get("next")} />
        <p className={styles.note}>No account or forgotten password? Ask an administrator.</p>
      </div>
    </main>
  );
}

/** Who else can vouch for people; nothing when nobody can, or until it is known. */
function Providers({ next }: { next: string | null }) {
  const { data } = useQuery({ queryKey: ["sign-in options"], queryFn: () => call(signInOptions, {}) });
  const providers = data?.result.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <>
      <p className={styles.or}>or</p>
      {providers.map(({ name, url }) => (
        <Button
          key={url}
          className={styles.provider}
          size="large"
          block
          icon={<KeyRound size={16} aria-hidden />}
          href={next === null ? url : `${url}?next=${encodeURIComponent(next)}`}
        >
          Continue with {name}
        </Button>
      ))}
    </>
  );
}

function SignInForm({ refused }: { refused: string | undefined }) {
  const id = useId();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingOf(username, password);
    setProblem(missing);
    if (missing) return;
    setBusy(true);
    try {
      await signIn(username.trim(), password);
    } catch (error) {
      setProblem(problemOf(error));
      passwordField.current?.focus();
      passwordField.current?.select();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <h1 className={styles.title}>Sign in</h1>
      {refused !== undefined && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      <label className={styles.label} htmlFor={`${id}-user`}>
        Username or email
      </label>
      <input
        id={`${id}-user`}
        className={styles.field}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the page is one form
        autoFocus
        value={username}
        aria-invalid={problem?.at === "username"}
        aria-describedby={problem?.at === "username" ? `${id}-user-problem` : undefined}
        onChange={(event) => setUsername(event.target.value)}
      />
      <FieldProblem id={`${id}-user-problem`} text={problem?.at === "username" ? problem.text : undefined} />
      <label className={styles.label} htmlFor={`${id}-password`}>
        Password
      </label>
      <PasswordField
        id={`${id}-password`}
        ref={passwordField}
        value={password}
        onChange={setPassword}
        describedBy={problem?.at === "password" ? `${id}-problem` : undefined}
      />
      <FieldProblem id={`${id}-problem`} text={problem?.at === "password" ? problem.text : undefined} />
      <Button className={styles.submit} type="primary" size="large" htmlType="submit" loading={busy} block>
        Sign in
      </Button>
    </form>
  );
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
  ref: React.Ref<HTMLInputElement>;
  value: string;
  onChange(value: string): void;
  describedBy: string | undefined;
}

function PasswordField({ id, ref, value, onChange, describedBy }: PasswordFieldProps) {
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
        value={value}
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        className={styles.show}
        aria-label={shown ? "Hide password" : "Show password"}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff size={16} /> : <Eye size={16} />}
      </button>
    </div>
  );
}

interface Problem {
  at: "username" | "password";
  text: string;
}

const WRONG = "The username or the password is not right.";

const LINK_FAILED =
  "This sign-in link was used before or is too old. Sign in with your password, or ask for a new link.";

/** Why the server sent the browser here, in words. */
function refusedBy(search: URLSearchParams): string | undefined {
  if (search.get("link") === "expired") return LINK_FAILED;
  const reason = search.get("error");
  if (reason === null) return undefined;
  if (reason === "credentials") return WRONG;
  return Object.hasOwn(SIGN_IN_REFUSALS, reason)
    ? SIGN_IN_REFUSALS[reason as keyof typeof SIGN_IN_REFUSALS]
    : SIGN_IN_REFUSALS.failed;
}

function missingOf(username: string, password: string): Problem | undefined {
  if (username.trim() === "") return { at: "username", text: "Enter your username or email." };
  if (password === "") return { at: "password", text: "Enter your password." };
  return undefined;
}

function problemOf(error: unknown): Problem {
  const known = toApiError(error);
  const text = known.status === 401 ? WRONG : known.message;
  return { at: "password", text };
}
