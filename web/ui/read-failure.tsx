import { ErrorState } from './error-state.tsx';

interface ReadFailureProps {
  /** What could not be loaded, such as "your memories". */
  what: string;
  /** A sentence about what is safe. */
  safe?: string | undefined;
  headingLevel?: 1 | 2 | 3 | 4 | undefined;
  isRetrying: boolean;
  onRetry: () => unknown;
}

/** Shown in place of data that could not be loaded. */
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
