import type { ReactNode } from 'react';
import { Thread } from './thread.tsx';

export interface EmptyStateProps {
  title: string;
  /** One kind sentence. */
  description?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3 | 4 | undefined;
}

export function EmptyState({ title, description, action, headingLevel = 3 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="grid justify-items-center gap-3 px-4 py-12 text-center">
      <Thread
        path="M1 10 C 24 -4, 44 24, 66 10 S 104 2, 119 12"
        viewBox="0 0 120 20"
        className="mb-1 h-5 w-30"
      />
      <Heading className="text-title">{title}</Heading>
      {description && <p className="max-w-[44ch] text-ink-soft">{description}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
