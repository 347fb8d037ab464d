import { Link } from '../../ui/link.tsx';
import { LineLink, type Part, Text } from './part.tsx';

const times = ['While you are alive', 'After your death'] as const;

const nothing = 'Nothing.';

/** Who it is, and what they can read while you are alive and after your death. */
const readers: readonly (readonly [string, string, string])[] = [
  [
    'You',
    'Everything, and you can change it until it is given.',
    'Once your death is confirmed, your account is closed. Nobody can sign in to it.',
  ],
  [
    'The people you chose',
    'Nothing before its day. They are not told that it is there, unless you allow it.',
    'What you left for them, when its time has come. Nobody else’s.',
  ],
  [
    'Your trusted contacts',
    nothing,
    'Names and addresses, to put them right. Never what you left, how much of it, or when it comes.',
  ],
  [
    'Our staff',
    'Kind, size and title, and what the check found. What is inside only for a reason, which stays on record and which you see.',
    'The same, with the same record.',
  ],
  ['Anybody else', nothing, nothing],
];

export const whoCanRead: Part = {
  id: 'readers',
  title: 'Who can read it, and when',
  own: { href: '/', label: 'See each opening' },
  body: (
    <>
      <div>
        <div
          aria-hidden="true"
          className="grid grid-cols-[10.5rem_1fr_1fr] gap-x-5 pb-2.5 text-small text-ink-soft max-lg:hidden"
        >
          {times.map((time) => (
            <span key={time} className="first:col-start-2">
              {time}
            </span>
          ))}
        </div>
        {readers.map((reader) => (
          <Reader key={reader[0]} reader={reader} />
        ))}
      </div>
      <Text>
        Each person gets a link of their own, which nobody can guess. The first device that opens it is
        remembered; any other needs a code, which goes to the person you wrote down.
      </Text>
      <Text>
        What goes by post, one of us opens to print or copy it, and you see that too. Whoever is asked to pay
        for you sees your name and your plan, and nothing of what you left. Who works for us is in our{' '}
        <Link href="/privacy-policy#providers">privacy policy</Link>.
      </Text>
      <Text>
        Whatever anybody does with your account is written down, and you can read it in your{' '}
        <Link href="/settings?tab=account">settings</Link>. Nobody can change that record later without its
        being seen: each day we publish a seal on it.
      </Text>
      <LineLink href="/faq#security">More about security and privacy</LineLink>
    </>
  ),
};

function Reader({ reader: [name, ...said] }: { reader: (typeof readers)[number] }) {
  return (
    <section className="gap-x-5 border-t border-line py-3.5 last:border-b lg:grid lg:grid-cols-[10.5rem_minmax(0,1fr)]">
      <h3 className="font-sans text-base font-semibold tracking-normal">{name}</h3>
      <dl className="grid gap-x-5 gap-y-2 max-lg:mt-1 sm:grid-cols-2">
        {times.map((time, index) => (
          <div key={time}>
            <dt className="text-small text-ink-soft lg:sr-only">{time}</dt>
            <dd className={said[index] === nothing ? 'text-ink-soft' : undefined}>{said[index]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
