import { Button } from "antd";
import { CircleAlert, SearchX } from "lucide-react";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Message } from "../../ui/Message.tsx";
import type { ApiError } from "../client/errors.ts";
import { NoAccess, type WayOn } from "./NoAccess.tsx";
import { ownersIn } from "./owners-in.ts";

const AskOwners = lazyComponent(async () => (await import("./AskOwners.tsx")).AskOwners);

interface Props {
  error: ApiError;
  /** Of what may not be seen: "this chart". */
  noun: string;
  /** What is so when it is not there. */
  gone: string;
  /** Who can give access. */
  askWhom: string;
  /** The list of its kind. */
  way: WayOn;
  onRetry(): void;
}

/** Why what the address names could not be opened, as a page: it is not there, it may not be seen, or asking failed. */
export function CannotOpen({ error, noun, gone, askWhom, way, onRetry }: Props) {
  if (error.status === 403) {
    const owners = ownersIn(error);
    return (
      <NoAccess
        title={`You do not have access to ${noun}`}
        text={askWhom}
        way={way}
        ask={owners.length > 0 ? <AskOwners owners={owners} /> : undefined}
      />
    );
  }
  const list = <Button href={way.href}>{way.label}</Button>;
  if (error.status === 404) {
    return (
      <Message
        page
        icon={<SearchX size={20} />}
        title={gone}
        text="It may have been deleted, or the address is not complete."
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
      actions={
        <>
          <Button onClick={onRetry}>Retry</Button>
          {list}
        </>
      }
    />
  );
}
