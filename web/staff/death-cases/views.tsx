import { Check } from 'lucide-react';
import { dateTimeOf } from '../console/format.ts';
import type { Proof } from './opened-proof.tsx';

/** Which members of staff have opened it in this round, and when they first did. */
export function Views({ views, me }: { views: Proof['views']; me: string | undefined }) {
  const firsts = [...Map.groupBy(views, ({ by }) => by).values()].flatMap(([first]) => first ?? []);
  if (firsts.length === 0) return <p className="text-small text-ink-soft">Nobody has opened it yet.</p>;
  return (
    <ul className="text-small text-ink-soft tabular-nums">
      {firsts.map(({ by, name, at }) => (
        <li key={by} className="flex items-start gap-2">
          <Check aria-hidden="true" className="mt-1 size-4 flex-none text-sage" strokeWidth={1.75} />
          <span>
            <span className="font-semibold text-ink">{by === me ? 'You' : name}</span> opened it,{' '}
            {dateTimeOf(at)}
          </span>
        </li>
      ))}
    </ul>
  );
}
