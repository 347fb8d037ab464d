import { deletionGraceDays } from '../../../shared/accounts/time-limits.ts';
import { LineLink, type Part } from './part.tsx';

const limits = [
  ['Know that you have died.', 'Somebody has to tell us. Name two people who will.'],
  ['Reach a person who has moved and told nobody.', 'It waits, and we ask you, then your trusted contacts.'],
  ['Take back what has been read.', ''],
  [
    'Lock it so that even we could not open it.',
    'A key that only you have would die with you. So there are rules for us instead, and a record in which every change would show.',
  ],
  ['Guarantee a day beyond your plan’s years.', 'You may choose one, and we tell you so when you do.'],
  [
    'Bring back what you deleted.',
    `An account can be restored for ${deletionGraceDays} days, then it is gone.`,
  ],
  ['Be your will.', 'For money and property, see a lawyer.'],
] as const;

export const cannot: Part = {
  id: 'limits',
  title: 'What we cannot do',
  own: { href: '/recipients', label: 'Who can be reached today' },
  body: (
    <>
      <ul className="max-w-[62ch]">
        {limits.map(([what, why]) => (
          <li key={what} className="border-t border-line py-3.5 text-ink-soft last:border-b">
            <strong className="font-semibold text-ink">{what}</strong> {why}
          </li>
        ))}
      </ul>
      <LineLink href="/terms-of-service">What we promise, in our terms</LineLink>
    </>
  ),
};
