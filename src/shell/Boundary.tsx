import { Component, type ReactNode, useEffect, useState } from "react";
import { useRouteError } from "react-router";
import { ErrorState } from "../ui/ErrorState.tsx";
import { NotLoaded } from "../ui/lazy.ts";
import { isReachable, onReconnected } from "../web/client/connection.ts";
import { toApiError } from "../web/client/errors.ts";

/** Keeps a fault in one part of a page from taking the rest with it. */
export class Boundary extends Component<{ children: ReactNode; compact?: boolean }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <UnexpectedError
        error={this.state.error}
        compact={this.props.compact}
        onRetry={() => this.setState({ error: undefined })}
      />
    );
  }
}

/** What a page shows when it could not be loaded or drawn. */
export function RouteBoundary() {
  const error = useRouteError();
  if (error instanceof NotLoaded) return <MissingCode />;
  return <UnexpectedError error={error} onRetry={reload} />;
}

const reload = () => window.location.reload();

/** Code comes from the server like data: where it cannot be reached the page waits for it. */
function MissingCode() {
  const [isHere, setHere] = useState<boolean>();
  useEffect(() => {
    void isReachable().then(setHere);
  }, []);
  useEffect(() => (isHere === false ? onReconnected(reload) : undefined), [isHere]);
  return (
    <ErrorState
      title="This page could not be loaded"
      text={
        isHere
          ? "The server no longer has this part of it: a newer version may have been installed."
          : "The server could not be reached. The page opens once it can be."
      }
      onRetry={reload}
      retryLabel="Reload"
    />
  );
}

function UnexpectedError({ error, compact, onRetry }: { error: unknown; compact?: boolean; onRetry(): void }) {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <ErrorState
      title="Unexpected error"
      text={toApiError(error).message}
      detail={detail}
      compact={compact}
      onRetry={onRetry}
      retryLabel={compact ? "Try again" : "Reload"}
    />
  );
}
