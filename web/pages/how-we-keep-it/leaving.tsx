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
        We promise to say so at least 12 months ahead and to keep delivering until then; all of that promise
        is <Link href="/terms-of-service#closing-down">in our terms</Link>. We have not agreed with anybody
        who would carry on in our place. So the surest copy is your own: take everything with you once a year,
        and tell somebody where it is.
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
