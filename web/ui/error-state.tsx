import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface ErrorStateProps {
  title: string;
  /** What is safe, and what to do. */
  description: ReactNode;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
  headingLevel?: 1 | 2 | 3 | 4 | undefined;
}

export function ErrorState(props: ErrorStateProps) {
  const { title, description, onRetry, isRetrying, headingLevel = 3 } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-12 text-center">
      <CloudOff aria-hidden="true" className="size-8 text-ink-soft" strokeWidth={1.25} />
      <Heading className="text-title">{title}</Heading>
      <p className="max-w-[48ch] text-ink-soft">{description}</p>
      <Button variant="quiet" className="mt-2" isPending={isRetrying} onPress={onRetry}>
        Try again
      </Button>
    </div>
  );
}
