import { Component, type ReactNode, useEffect, useState } from "react";
import { useRouteError } from "react-router";
import { t } from "../i18n/translate.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { NotLoaded } from "../ui/lazy.ts";
import { isReachable, onReconnected } from "../web/client/connection.ts";
import { toApiError } from "../web/client/errors.ts";

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

export function RouteBoundary() {
  const error = useRouteError();
  if (error instanceof NotLoaded) return <MissingCode />;
  return <UnexpectedError error={error} onRetry={reload} />;
}

const reload = () => window.location.reload();

function MissingCode() {
  const [isHere, setHere] = useState<boolean>();
  useEffect(() => {
    void isReachable().then(setHere);
  }, []);
  useEffect(() => (isHere === false ? onReconnected(reload) : undefined), [isHere]);
  return (
    <ErrorState
      title={t("This page failed to load")}
      text={
        isHere
          ? t("A newer version may have been installed. Reload the page.")
          : t("Can't reach the server. The page opens when the connection is back.")
      }
      onRetry={reload}
      retryLabel={t("Reload")}
    />
  );
}

function UnexpectedError({ error, compact, onRetry }: { error: unknown; compact?: boolean; onRetry(): void }) {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <ErrorState
      title={t("Unexpected error")}
      text={toApiError(error).message}
      detail={detail}
      compact={compact}
      onRetry={onRetry}
      retryLabel={compact ? t("Retry") : t("Reload")}
    />
  );
}
