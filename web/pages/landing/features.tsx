import { CalendarDays, Heart, Image, Lock, Package, UsersRound } from 'lucide-react';
import { Link } from '../../ui/link.tsx';
import { Column } from '../page-parts.tsx';

const features = [
  {
    icon: Image,
    title: 'Preserve memories',
    text: 'Write a letter, or add photos, videos and your voice. Every file is given back exactly as you left it.',
  },
  {
    icon: CalendarDays,
    title: 'Schedule delivery',
    text: 'A birthday in nine years, an anniversary, or any other day that matters to them.',
  },
  {
    icon: UsersRound,
    title: 'Manage recipients',
    text: 'Each person you name gets a link of their own. They need no account, ever.',
  },
  {
    icon: Lock,
    title: 'Secure and private',
    text: 'Nothing opens before its time, and nothing goes to anyone you did not name.',
  },
  {
    icon: Heart,
    title: 'Grief support',
    text: 'Sessions with a counselor, one to one or in a group, for the paid plans.',
  },
  {
    icon: Package,
    title: 'Physical keepsakes',
    text: 'The ring, the recipe book: stored safely and handed over by name, with Eternal Light.',
  },
];

export function Features() {
  return (
    <Column as="section" className="pb-18 md:pb-27">
      <h2 className="max-w-[19ch] text-section">Made for the few things that cannot be sent twice</h2>
      <ul className="mt-9 grid gap-x-12 gap-y-8 md:grid-cols-2 md:gap-y-11 lg:grid-cols-3">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden="true" className="size-7 text-gold" strokeWidth={1.25} />
            <h3 className="mt-3.5 text-title">{title}</h3>
            <p className="mt-2 max-w-[38ch] text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-9">
        <Link href="/how-we-keep-it" className="inline-flex min-h-11 items-center">
          How we keep it, and what we cannot do
        </Link>
      </p>
    </Column>
  );
}
