import { Button } from "antd";
import { CircleAlert, SearchX } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Message } from "../../ui/Message.tsx";
import { type ApiError, adviceLines } from "../client/errors.ts";
import { type NextPage, NoAccess } from "./NoAccess.tsx";
import { ownersOfError } from "./owners-in.ts";

const AskOwners = lazyComponent(async () => (await import("./AskOwners.tsx")).AskOwners);

interface Props {
  error: ApiError;
  noAccess: string;
  gone: string;
  accessHint: string;
  nextPage: NextPage;
  onRetry(): void;
}

export function CannotOpen({ error, noAccess, gone, accessHint, nextPage, onRetry }: Props) {
  if (error.status === 403) {
    const owners = ownersOfError(error);
    return (
      <NoAccess
        title={noAccess}
        text={accessHint}
        nextPage={nextPage}
        ask={owners.length > 0 ? <AskOwners owners={owners} /> : undefined}
      />
    );
  }
  const list = <Button href={nextPage.href}>{nextPage.label}</Button>;
  if (error.status === 404) {
    return (
      <Message
        page
        icon={<SearchX size={20} />}
        title={gone}
        text={t("It may have been deleted, or the URL is incomplete.")}
        actions={list}
      />
    );
  }
  return (
    <Message
      page
      tone="error"
      icon={<CircleAlert size={20} />}
      title={error.title}
      text={error.message === error.title ? undefined : error.message}
      detail={adviceLines(error).join("\n") || undefined}
      actions={
        <>
          <Button onClick={onRetry}>{t("Retry")}</Button>
          {list}
        </>
      }
    />
  );
}
