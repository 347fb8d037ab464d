import { ErrorState } from '../../ui/ErrorState.tsx';

interface ReadFailureProps {
  /** What could not be shown, as in "your memories". */
  what: string;
  isRetrying: boolean;
  onRetry: () => void;
}

export function ReadFailure({ what, isRetrying, onRetry }: ReadFailureProps) {
  return (
    <ErrorState
      title={`We could not show ${what}`}
      description="Everything you have saved is safe."
      isRetrying={isRetrying}
      onRetry={onRetry}
    />
  );
}
