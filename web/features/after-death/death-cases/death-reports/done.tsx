import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { firstNameOf } from './answers.ts';
import type { ReportFlow } from './use-report.ts';
import { WhatHappens } from './what-happens.tsx';

type Shown = Pick<ReportFlow, 'answers' | 'report'>;

export function Done({ flow }: { flow: Shown }) {
  switch (flow.report?.state) {
    case 'rejected':
      return (
        <Screen
          heading="We cannot go on with this report."
          lead="Nothing was delivered because of it. If you are sure that they have died, please answer the last message that you had from us. A person here looks at it with you."
        />
      );
    case 'stopped':
      return (
        <Screen
          heading="It has stopped for now."
          lead="We have heard something that somebody here has to look into first. Until that is done, nothing is delivered because of your report. There is nothing you need to do. We write to you, whatever comes of it."
        />
      );
    case 'revoked':
      return (
        <Screen
          heading="This report is closed."
          lead="We have found that it was a mistake, and that they are alive. You need do nothing. If you think that this is wrong, please answer the last message that you had from us."
        />
      );
    default:
      return <GoesOn flow={flow} />;
  }
}

function GoesOn({ flow: { answers, report } }: { flow: Shown }) {
  const isProofMissing = report?.state === 'awaiting_proof';
  const isVerified = report?.state === 'verified';
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
          {isVerified && 'We have read what you sent us, and it is enough. '}
          You do not have to remember any of this. Everything that matters is in an email to{' '}
          <span className="break-words">{answers.reporterEmail.trim()}</span>.
          {isProofMissing &&
            ' Its link lets you add the proof when you have it. Nothing is delivered before then.'}
        </>
      }
    >
      <WhatHappens
        deadlines={report?.deadlines}
        sentAt={report?.submittedAt ?? undefined}
        isVerified={isVerified}
        name={firstNameOf(answers.personName)}
      />
      <div className="mt-12 grid max-w-[62ch] gap-3.5 border-t border-line pt-7 text-ink-soft">
        <p>
          <strong className="font-semibold text-ink">Why we say “if”.</strong> To protect the living, this
          page never tells anyone whether a person has an account with us.
        </p>
        <p>
          <strong className="font-semibold text-ink">If something was wrong,</strong> answer the email. You
          need not send the report again.
        </p>
        <p>Nothing more is asked of you.</p>
      </div>
      <Button variant="text" className="mt-7" data-print="hidden" onPress={() => window.print()}>
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
