import { Suspense } from 'react';
import type { TrustedPage } from '../../../../shared/after-death/trusted-access.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { firstWord } from './phrases.ts';
import { Opening, TrustedFrame } from './trusted-frame.tsx';
import type { TrustedLink } from './use-trusted.ts';

const AnswerForm = lazyComponent(async () => (await import('./answer-form.tsx')).AnswerForm);

/** Somebody said that the owner is alive, or asked us to wait: staff are looking into it. Others may still say what they know. */
export function Looking({ page, link }: { page: TrustedPage; link: TrustedLink }) {
  const { contactName, ownerFirstName, answered } = page;
  const said = {
    alive: `You told us that ${ownerFirstName} is alive.`,
    wait: 'You told us that it should wait.',
  };
  return (
    <TrustedFrame contactName={contactName}>
      <Opening
        takesFocus={answered !== null}
        title={
          answered
            ? `Thank you, ${firstWord(contactName)}. We are looking into it.`
            : `${firstWord(contactName)}, we are looking into it.`
        }
      >
        <p>
          {answered
            ? said[answered]
            : `We were told that ${ownerFirstName} died, and then that we should wait.`}{' '}
          A person here is looking into it. Until it is clear, nothing that {ownerFirstName} keeps with us is
          given to anybody because of it.
        </p>
        <p>
          {answered
            ? 'Nothing more is asked of you. You can close this page.'
            : 'If you know more, tell us here. Otherwise nothing is asked of you.'}
        </p>
      </Opening>
      {!answered && (
        <Suspense fallback={null}>
          <AnswerForm ownerFirstName={ownerFirstName} link={link} />
        </Suspense>
      )}
    </TrustedFrame>
  );
}
