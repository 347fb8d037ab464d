import { formatDollars } from '../../../../shared/dollars.ts';
import { insuranceRatePerYear, returnFeeDollars } from '../../../../shared/keepsakes/item-rules.ts';

const cards = [
  {
    title: 'Sending it to us',
    text: 'Tell us what it is first. We answer by email with where and how before you send anything.',
  },
  {
    title: 'Insurance',
    text: `You name the value. Insurance costs ${insuranceRatePerYear * 100}% of it a year. We show this fee, but do not charge it at the moment.`,
  },
  {
    title: 'Having it back',
    text: `Any time while it is stored. The return costs ${formatDollars(returnFeeDollars)}.`,
  },
] as const;

export function ItemInformation() {
  return (
    <section
      aria-label="How it works"
      className="mt-14 grid gap-x-10 gap-y-6 border-t border-line pt-8 md:grid-cols-3"
    >
      {cards.map(({ title, text }) => (
        <div key={title}>
          <h2 className="text-title">{title}</h2>
          <p className="mt-1.5 text-ink-soft">{text}</p>
        </div>
      ))}
    </section>
  );
}
