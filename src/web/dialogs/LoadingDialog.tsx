import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { toApiError } from "../client/errors.ts";

interface LoadingDialogProps {
  title: string;
  width?: 600 | 720 | 960;
  error: unknown;
  onRetry(): unknown;
  onClose(): void;
}

export function LoadingDialog({ title, width, error, onRetry, onClose }: LoadingDialogProps) {
  const failure = error ? toApiError(error) : undefined;
  return (
    <Dialog open title={title} width={width} onClose={onClose}>
      {failure ? (
        <ErrorState
          compact
          title={failure.title}
          text={failure.message === failure.title ? undefined : failure.message}
          onRetry={onRetry}
        />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  );
}
