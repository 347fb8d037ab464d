import { formatDollars } from '../../../shared/dollars.ts';
import { returnFeeDollars } from '../../../shared/keepsakes/item-rules.ts';
import { Link } from '../../ui/link.tsx';
import { type Part, Text } from './part.tsx';

const withoutUs = [
  'Your export opens in any browser, without us and without an account.',
  'Whoever has been given something can download the original and keep it.',
  `A keepsake that we store for you can go back to you on any day. Sending it costs ${formatDollars(returnFeeDollars)}.`,
];

export const closing: Part = {
  id: 'closing',
  title: 'If we close',
  body: (
    <>
      <Text>Nobody can promise to be here forever, so we say only what is true today.</Text>
      <ul className="grid max-w-[58ch] gap-2">
        {withoutUs.map((line) => (
          <li
            key={line}
            className="relative pl-7 before:absolute before:top-[0.8em] before:left-0.5 before:w-3.5 before:border-t-[1.5px] before:border-thread"
          >
            {line}
          </li>
        ))}
      </ul>
      <Text>
        We promise to tell you, your trusted contacts and everybody who has opened something at least 12
        months ahead, and to deliver what falls due until the last day. What would come later you can hand
        over on that day, and take that back until then. Nothing of yours goes out early unless you say so.
      </Text>
      <Text>
        A month before the end we make an export for you. What people have received we write down as plain
        pages, to be read by the same links afterwards, as long as somebody keeps them online. If you have
        died by then, what you left for a later day is handed over rather than lost. All of that promise is{' '}
        <Link href="/terms-of-service#closing-down">in our terms</Link>.
      </Text>
      <Text>
        We have not agreed with anybody who would carry on in our place. So the surest copy is your own: take
        everything with you once a year, and tell somebody where it is.
      </Text>
    </>
  ),
};

export const takingAlong: Part = {
  id: 'export',
  title: 'How to take it all with you',
  own: { href: '/settings?tab=account', label: 'Prepare my export' },
  body: (
    <>
      <Text>
        One file, on any plan, also when it is not paid. In it: your letters to read, your photos, videos and
        recordings exactly as you uploaded them, your answers, the people you wrote down, and every day you
        chose. You find it in your settings, under Account.
      </Text>
      <Text>
        Unpack it and open{' '}
        <code className="rounded-small bg-pine-wash px-1.5 py-px font-mono text-[0.92em]">index.html</code>.
        That is all.
      </Text>
    </>
  ),
};
