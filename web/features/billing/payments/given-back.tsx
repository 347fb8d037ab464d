import { Undo2 } from 'lucide-react';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { Outcome } from './outcome-panels.tsx';

/** A payment that arrived too late, or a second one for the same thing. */
export function GivenBack({ dollars }: { dollars: number }) {
  return (
    <Outcome
      title="Your payment is given back"
      icon={<Undo2 aria-hidden="true" className="size-9 text-sage" strokeWidth={1.25} />}
      next={<ButtonLink href="/">Continue to Dashboard</ButtonLink>}
    >
      <p>
        {formatDollarsAndCents(dollars)} is given back to you: what you paid for could no longer be had, or
        was paid for already. A receipt that says so is on its way to you.
      </p>
      <p>
        If something is not right, write to <SupportLink />, and say when you paid.
      </p>
    </Outcome>
  );
}
