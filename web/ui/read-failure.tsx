import { ErrorState } from './error-state.tsx';

interface ReadFailureProps {
  /** What could not be shown, as in "your memories". */
  what: string;
  /** What of it is not lost. */
  safe?: string | undefined;
  headingLevel?: 1 | 2 | 3 | 4 | undefined;
  isRetrying: boolean;
  onRetry: () => unknown;
}

/** In the place of what could not be read. */
export function ReadFailure(props: ReadFailureProps) {
  const { what, safe = 'Everything you have saved is safe.', headingLevel, isRetrying, onRetry } = props;
  return (
    <ErrorState
      title={`We could not show ${what}`}
      description={safe}
      headingLevel={headingLevel}
      isRetrying={isRetrying}
      onRetry={() => void onRetry()}
    />
  );
}
