import type { ReactNode } from 'react';
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

/** Shown instead of data that could not be loaded. */
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

interface LoadedProps<Data> extends Omit<ReadFailureProps, 'isRetrying' | 'onRetry'> {
  /** A result of TanStack Query. */
  query: { data: Data | undefined; isPending: boolean; isFetching: boolean; refetch: () => unknown };
  /** Shown until the data has loaded. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data, or a panel saying that it could not be loaded. */
export function Loaded<Data>({ query, skeleton, children, ...failure }: LoadedProps<Data>) {
  const { data, isPending, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  return isPending ? skeleton : <ReadFailure {...failure} isRetrying={isFetching} onRetry={refetch} />;
}
