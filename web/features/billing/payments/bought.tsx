import { ButtonLink } from '../../../ui/button-link.tsx';

/** What is paid for, if it is not a plan. */
export const boughtWords: Readonly<Record<string, { words: string; link: string; href: string }>> = {
  'gift-order': { words: 'Your order is paid.', link: 'See your order', href: '/store' },
  'counselor-booking': {
    words: 'Your session is paid. We will confirm it by email, and send the meeting link 24 hours before.',
    link: 'See your sessions',
    href: '/counselor',
  },
  'return-fee': {
    words:
      'The return is paid. We send your item to the address in your profile, and write when it is on its way.',
    link: 'See your items',
    href: '/physical-items',
  },
};

/** Leads to what was paid for, unless that is a plan. */
export function BoughtLink({ purpose }: { purpose: string }) {
  const bought = boughtWords[purpose];
  return (
    bought && (
      <ButtonLink href={bought.href} variant="quiet">
        {bought.link}
      </ButtonLink>
    )
  );
}
