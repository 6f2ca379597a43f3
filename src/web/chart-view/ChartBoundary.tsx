import { Component, type ReactNode } from "react";
import { t } from "../../i18n/translate.ts";
import { NotLoaded } from "../../ui/lazy.ts";
import { ProblemText } from "./ProblemText.tsx";
import { RetryButton } from "./RetryButton.tsx";

interface Props {
  /** A new value retries. */
  resetKey: unknown;
  children: ReactNode;
}

export class ChartBoundary extends Component<Props, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.error && previous.resetKey !== this.props.resetKey) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <ProblemText
        kind="error"
        title={t("This chart couldn't be drawn")}
        text={error.message}
        actions={
          error instanceof NotLoaded ? <RetryButton onRetry={() => this.setState({ error: undefined })} /> : undefined
        }
      />
    );
  }
}
