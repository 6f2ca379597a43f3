import { Button } from "antd";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../i18n/translate.ts";
import { Message } from "../../ui/Message.tsx";
import { goSignIn, isEmbedded, isVisitor, signInAsAnother } from "../session/session.ts";

export interface NextPage {
  label: string;
  href: string;
}

interface Props {
  title: string;
  text?: ReactNode;
  nextPage?: NextPage;
  ask?: ReactNode;
}

const HOME: NextPage = { label: t("Go to Home"), href: "/superset/welcome/" };

const SIGN_IN_REQUIRED = t("Sign in with an account that has access.");

export function NoAccess({ title, text, nextPage = HOME, ask }: Props) {
  return (
    <Message
      page
      icon={<Lock size={20} />}
      title={title}
      text={isVisitor() ? SIGN_IN_REQUIRED : (text ?? t("An administrator can give you access."))}
      // Guests of an embedding site have no other page here.
      actions={isEmbedded(window.location.pathname) ? undefined : <NextPages nextPage={nextPage} ask={ask} />}
    />
  );
}

function NextPages({ nextPage, ask }: { nextPage: NextPage; ask: ReactNode }) {
  if (isVisitor()) {
    return (
      <Button type="primary" onClick={goSignIn}>
        {t("Sign in")}
      </Button>
    );
  }
  return (
    <>
      {ask}
      <Button href={nextPage.href}>{nextPage.label}</Button>
      <Button type="text" onClick={signInAsAnother}>
        {t("Sign in as another user")}
      </Button>
    </>
  );
}
