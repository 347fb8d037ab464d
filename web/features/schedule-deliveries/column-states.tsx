import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../ui/Skeleton.tsx';

const rows = ['first', 'second', 'third', 'fourth'];

export function ChoicesSkeleton({ label }: { label: string }) {
  return (
    <SkeletonArea label={label} className="grid gap-3">
      {rows.map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonArea>
  );
}

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
