import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';
import { EntryList } from './entry-list.tsx';
import { Together } from './row.tsx';
import type { Moment } from './view.ts';

interface WayProps {
  moments: readonly Moment[];
  /** Shows how many quiet days there are, and changes them. */
  quietDays: ReactNode;
}

const knots = {
  told: 'full',
  given: 'tie',
  step: 'open',
  quiet: 'open',
  day: 'open',
  guarantee: 'open',
} as const;

/** What would follow, from today on. */
export function Way({ moments, quietDays }: WayProps) {
  return (
    <ThreadList
      label="What would follow"
      items={moments.map((moment) => ({
        key: moment.key,
        knot: knots[moment.kind],
        isLoose: moment.isLoose,
        beside: <Day moment={moment} />,
        content: moment.kind === 'quiet' ? <QuietCard>{quietDays}</QuietCard> : <Content moment={moment} />,
      }))}
    />
  );
}

function Day({ moment: { day, note } }: { moment: Moment }) {
  return (
    <p className="font-serif text-[1.375rem] leading-tight">
      {day}{' '}
      {note && (
        <small className="ml-1 font-sans text-[1rem] text-ink-soft md:mt-1 md:ml-0 md:block">{note}</small>
      )}
    </p>
  );
}

function Content({ moment: { title, text, entries, together, day } }: { moment: Moment }) {
  return (
    <>
      {title && <h2 className="text-[1.375rem] leading-snug">{title}</h2>}
      {text && <p className="mt-0.5 max-w-[60ch] text-[1.0625rem] text-ink-soft">{text}</p>}
      {entries.length > 0 && <EntryList entries={entries} label={title ?? day} isRuled={title !== null} />}
      <Together sentences={together} />
    </>
  );
}

function QuietCard({ children }: { children: ReactNode }) {
  return (
    <Card className="grid items-center gap-x-7.5 gap-y-4 max-md:p-5 md:-mt-1.5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <h2 className="text-[1.375rem] leading-snug">Quiet days after your death</h2>
        <p className="mt-0.5 max-w-[60ch] text-[1.0625rem] text-ink-soft">
          Dated deliveries that fall in them wait until they are over, so that nothing cheerful arrives in the
          days of the funeral.
        </p>
      </div>
      {children}
    </Card>
  );
}
