import { Navigate, useSearchParams } from "react-router";
import { SignInForm, WRONG_CREDENTIALS } from "../../features/sign-in/SignInForm.tsx";
import { SignInProviders } from "../../features/sign-in/SignInProviders.tsx";
import { t } from "../../i18n/translate.ts";
import { SIGN_IN_ERRORS } from "../../model/sign-in.ts";
import { Mark } from "../../ui/Mark.tsx";
import { isVisitor, safeNext, useSession } from "../../web/session/session.ts";
import styles from "./SignInPage.module.css";

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
        <h1 className={styles.title}>{t("Sign in")}</h1>
        <RefusalMessage by={refusalText(search)} />
        <SignInForm />
        <SignInProviders next={search.get("next")} />
        <p className={styles.note}>{t("No account or forgotten password? Ask an administrator.")}</p>
      </div>
    </main>
  );
}

function RefusalMessage({ by }: { by: string | undefined }) {
  if (by === undefined) return null;
  return (
    <p className={styles.refused} role="alert">
      {by}
    </p>
  );
}

const LINK_FAILED = t(
  "This sign-in link was already used or has expired. Sign in with your password, or request a new link.",
);

function refusalText(search: URLSearchParams): string | undefined {
  if (search.get("link") === "expired") return LINK_FAILED;
  const reason = search.get("error");
  if (reason === null) return undefined;
  if (reason === "credentials") return WRONG_CREDENTIALS;
  const known = Object.hasOwn(SIGN_IN_ERRORS, reason) ? (reason as keyof typeof SIGN_IN_ERRORS) : "failed";
  return t(SIGN_IN_ERRORS[known]);
}
