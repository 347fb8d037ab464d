import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** The facts of a record; empty ones are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 text-small sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="break-words whitespace-pre-line tabular-nums max-sm:mb-2">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
