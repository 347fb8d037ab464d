import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { firstNameOf } from './answers.ts';
import type { ReportFlow } from './use-report.ts';
import { WhatHappens } from './what-happens.tsx';

/** After it was sent, and whenever its link is opened later. */
export function Done({ flow }: { flow: ReportFlow }) {
  const { answers, report } = flow;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isProofMissing = report?.state === 'awaiting_proof';
  return (
    <div className="mx-auto max-w-190 pt-6 pb-16 md:pt-18 md:pb-28">
      <h1 ref={heading} tabIndex={-1} className="max-w-[16ch] text-display outline-none">
        Thank you, {firstNameOf(answers.reporterName)}.{' '}
        {isProofMissing ? 'We have your report.' : 'That is everything.'}
      </h1>
      <p className="mt-5 mb-11 max-w-[48ch] text-lead text-ink-soft">
        You do not have to remember any of this. The same words are in an e-mail to{' '}
        <span className="break-words">{answers.reporterEmail.trim()}</span>.
        {isProofMissing &&
          ' Its link lets you add the proof when you have it. Nothing is delivered before then.'}
      </p>
      <WhatHappens
        outlook={report?.outlook}
        sentAt={report?.submittedAt ?? undefined}
        name={firstNameOf(answers.personName)}
      />
      <div className="mt-12 grid max-w-[62ch] gap-3.5 border-t border-line pt-7 text-ink-soft">
        <p>
          <strong className="font-semibold text-ink">Why we say “if”.</strong> To protect the living, this
          page never tells anyone whether a person has an account with us.
        </p>
        <p>
          <strong className="font-semibold text-ink">If something was wrong,</strong> answer the e-mail. You
          need not send the report again.
        </p>
        <p>Nothing more is asked of you.</p>
      </div>
      <Button variant="text" className="mt-7" data-print="hidden" onPress={() => window.print()}>
        Print this page
      </Button>
    </div>
  );
}
