import type { ReactNode } from 'react';

/** The price of an offer, and the period it covers, such as `a month`. */
export function OfferPrice({ amount, per }: { amount: string; per?: string | undefined }) {
  return (
    <p className="font-serif text-[2.5rem] leading-none lining-nums">
      {amount}
      {per && <span className="font-sans text-[1.0625rem] text-ink-soft"> {per}</span>}
    </p>
  );
}

/** What an offer includes; `none` is shown less prominently than the rest. */
export function OfferContents({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-4 text-[1.0625rem]">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-2 border-b border-line py-2 lg:gap-4">
          <dt>{label}</dt>
          <dd className={value === 'none' ? 'text-ink-soft' : 'font-semibold whitespace-nowrap lining-nums'}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
