import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { firstNameOf } from './answers.ts';
import type { ReportFlow } from './use-report.ts';
import { WhatHappens } from './what-happens.tsx';

type Shown = Pick<ReportFlow, 'answers' | 'report'>;

/** After it was sent, and whenever its link is opened later. */
export function Done({ flow }: { flow: Shown }) {
  switch (flow.report?.state) {
    case 'rejected':
      return (
        <Screen
          heading="We could not accept this report."
          lead="What we wrote to you says why. Please answer it if something was wrong."
        />
      );
    case 'closed':
      return (
        <Screen
          heading="This report is closed."
          lead="Nothing more happens because of it. If you think that this is wrong, please answer the last message that you had from us."
        />
      );
    default:
      return <GoesOn flow={flow} />;
  }
}

function GoesOn({ flow: { answers, report } }: { flow: Shown }) {
  const isProofMissing = report?.state === 'awaiting_proof';
  return (
    <Screen
      heading={
        <>
          Thank you, {firstNameOf(answers.reporterName)}.{' '}
          {isProofMissing ? 'We have your report.' : 'That is everything.'}
        </>
      }
      lead={
        <>
          {report?.state === 'verified' && 'We have read what you sent us, and it is enough. '}
          You do not have to remember any of this. The same words are in an e-mail to{' '}
          <span className="break-words">{answers.reporterEmail.trim()}</span>.
          {isProofMissing &&
            ' Its link lets you add the proof when you have it. Nothing is delivered before then.'}
        </>
      }
    >
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
      <Button variant="text" className="mt-7 -ml-1" data-print="hidden" onPress={() => window.print()}>
        Print this page
      </Button>
    </Screen>
  );
}

function Screen(props: { heading: ReactNode; lead: ReactNode; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mx-auto max-w-190 pt-6 pb-16 md:pt-18 md:pb-28">
      <h1 ref={heading} tabIndex={-1} className="max-w-[16ch] text-display outline-none">
        {props.heading}
      </h1>
      <p className="mt-5 mb-11 max-w-[48ch] text-lead text-ink-soft">{props.lead}</p>
      {props.children}
    </div>
  );
}
