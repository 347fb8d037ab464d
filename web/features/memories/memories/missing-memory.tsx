import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';

interface MissingMemoryProps {
  /** It was deleted, or never existed; otherwise it could not be loaded, and may be another time. */
  isGone: boolean;
  headingLevel: 1 | 2;
  /** The link back to all memories. */
  back: string;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Shown in place of a memory that cannot be shown. */
export function MissingMemory({ isGone, headingLevel, back, isRetrying, onRetry }: MissingMemoryProps) {
  return isGone ? (
    <EmptyState
      headingLevel={headingLevel}
      title="This memory is not here"
      description="It may have been deleted. Everything else you saved is safe."
      action={<ButtonLink href="/upload">{back}</ButtonLink>}
    />
  ) : (
    <ReadFailure
      headingLevel={headingLevel}
      what="this memory"
      safe="It is safe as you saved it."
      isRetrying={isRetrying}
      onRetry={onRetry}
    />
  );
}
