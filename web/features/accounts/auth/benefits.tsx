import { CalendarDays, Feather, Lock, UsersRound } from 'lucide-react';
import { keptLines } from '../../../../shared/kept-lines.ts';
import { Link } from '../../../ui/link.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';

const benefits = [
  {
    icon: Feather,
    title: 'In your own words',
    text: 'Letters, photos, videos and your voice, given back exactly as you left them.',
  },
  {
    icon: CalendarDays,
    title: 'On the day you choose',
    text: 'A birthday in nine years, an anniversary, or any other day that matters to them.',
  },
  {
    icon: UsersRound,
    title: 'To the people you choose',
    text: 'Each person gets a link of their own. They need no account, ever.',
  },
  {
    icon: Lock,
    title: 'Kept private until then',
    text: 'Nothing can be opened before its time, and nothing goes to anyone you did not name.',
  },
];

interface BenefitsProps {
  /** For somebody without an account: also shows how we keep what they leave. */
  isNew: boolean;
}

export function Benefits({ isNew }: BenefitsProps) {
  return (
    <div className={isNew ? 'lg:pt-4' : 'lg:sticky lg:top-10 lg:self-start lg:pt-4'}>
      <Why />
      {isNew && <HowWeKeepIt />}
    </div>
  );
}

function Why() {
  return (
    <section aria-labelledby="why">
      <h2 id="why" className="text-heading">
        Why Long After
      </h2>
      <ul className="mt-7 grid gap-7 md:max-lg:grid-cols-2">
        {benefits.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid grid-cols-[auto_1fr] gap-x-4">
            <Icon aria-hidden="true" className="mt-0.5 size-6 text-gold" strokeWidth={1.5} />
            <div>
              <h3 className="font-serif text-lead">{title}</h3>
              <p className="mt-0.5 max-w-[40ch] text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HowWeKeepIt() {
  return (
    <section aria-labelledby="kept" className="mt-12">
      <h2 id="kept" className="mb-6 text-title">
        How we keep it
      </h2>
      <ThreadList
        items={keptLines.map((line) => ({
          key: line,
          content: <p className="max-w-[34ch] text-pretty">{line}</p>,
        }))}
      />
      <Link href="/how-we-keep-it" className="mt-3 ml-8.5 inline-flex min-h-11 items-center">
        Read it in full, with what we cannot do
      </Link>
    </section>
  );
}
