import type { TrustedPage } from '../../../../shared/after-death/trusted-access.ts';
import { Opening, TrustedFrame } from './trusted-frame.tsx';
import { firstWord } from './words.ts';

/** Somebody said that the owner lives, or that it should wait: staff look into it. */
export function Looking({ page: { contactName, ownerFirstName, answered } }: { page: TrustedPage }) {
  const said = {
    alive: `You told us that ${ownerFirstName} is alive.`,
    wait: 'You told us that it should wait.',
  };
  return (
    <TrustedFrame contactName={contactName}>
      {/* What an answer brings is read out. */}
      <div aria-live="polite">
        <Opening title={`Thank you, ${firstWord(contactName)}. We are looking into it.`}>
          <p>
            {answered ? said[answered] : 'Somebody told us that this may be a mistake.'} A person here has the
            case now. Until it is clear, nothing that {ownerFirstName} keeps with us is given to anybody.
          </p>
          <p>Nothing more is asked of you. You can close this page, and its link stays yours.</p>
        </Opening>
      </div>
    </TrustedFrame>
  );
}
