import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';

interface CaseSectionProps {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function CaseSection({ id, title, aside, children }: CaseSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="text-title">
          {title}
        </h3>
        {aside && <span className="text-small text-ink-soft tabular-nums">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

interface ReadAgainProps {
  reading: Pick<UseQueryResult<unknown>, 'isError' | 'data' | 'error' | 'refetch'>;
  failure: string;
}

export function ReadAgain({ reading: { isError, data, error, refetch }, failure }: ReadAgainProps) {
  if (!isError || data !== undefined) return null;
  return (
    <p role="alert" className="mt-2">
      {messageOf(error, failure)}{' '}
      <Button variant="text" size="small" onPress={() => void refetch()}>
        Try again
      </Button>
    </p>
  );
}

interface PagesProps<Place> {
  place: Place | null;
  next: Place | null;
  labels: readonly [first: string, next: string];
  onTurn: (place: Place | null) => void;
  children?: ReactNode;
}

export function Pages<Place>({ place, next, labels, onTurn, children }: PagesProps<Place>) {
  const turns = [
    place !== null && ([labels[0], null] as const),
    next !== null && ([labels[1], next] as const),
  ];
  return (
    <div className="flex flex-wrap gap-3">
      {turns.map(
        (turn) =>
          turn && (
            <Button key={turn[0]} variant="quiet" size="small" onPress={() => onTurn(turn[1])}>
              {turn[0]}
            </Button>
          ),
      )}
      {children}
    </div>
  );
}

export function TheirWords({ children }: { children: string }) {
  return (
    <blockquote className="rounded-choice border border-line p-4 whitespace-pre-line wrap-anywhere">
      {children}
    </blockquote>
  );
}
