import { Component, type ReactNode } from "react";
import { useRouteError } from "react-router";
import { ErrorState } from "../ui/ErrorState.tsx";
import { toApiError } from "./errors.ts";

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
  return <UnexpectedError error={useRouteError()} onRetry={() => window.location.reload()} />;
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
