import { CalendarDays, Lock, type LucideIcon, Mail, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDay } from '../../../../../shared/dates.ts';
import type { GuardianPage } from '../../../../../shared/delivery/guardians.ts';
import { describeWaiting } from '../../../../../shared/delivery/what-waits.ts';
import { ChildAddress } from './child-address.tsx';
import { describeLead } from './labels.ts';
import { MomentChoice } from './moment-choice.tsx';
import { Sealed } from './sealed.tsx';

interface WhatComesProps {
  page: GuardianPage;
  isPressing: boolean;
  refusal: string | undefined;
  /** The server's messages for single fields of the address. */
  fields: Readonly<Record<string, string>>;
  send: (body: object) => void;
  giveAddress: (body: object) => void;
  takesFocus?: boolean;
}

/** What comes to the child, moment by moment, with the guardian's say in each. */
export function WhatComes({
  page,
  isPressing,
  refusal,
  fields,
  send,
  giveAddress,
  takesFocus = false,
}: WhatComesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { moments, childFirstName } = page;
  const title = describeWaiting(
    moments.flatMap(({ kinds }) => kinds),
    childFirstName,
  );
  // Each answer loads the page again.
  const answers = `${page.address} ${moments.map(({ answer, askAgainOn }) => `${answer} ${askAgainOn}`).join()}`;
  useEffect(() => {
    if (takesFocus && answers) heading.current?.focus();
  }, [takesFocus, answers]);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto max-w-215 px-4.5 pt-8 pb-10 outline-none md:px-6 md:pt-16"
    >
      <title>{`${title} · Long After`}</title>
      <header className="text-center">
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-[clamp(2.5rem,5vw,3.75rem)] leading-[1.08] text-balance wrap-anywhere outline-none"
        >
          {title}.
        </h1>
        <p className="mx-auto mt-3.5 max-w-[46ch] text-lead text-balance wrap-anywhere text-ink-soft">
          {describeLead(page)}
        </p>
      </header>
      <Sealed page={page} />
      <div className="mt-9 grid gap-11">
        {moments.map((moment) => (
          <MomentChoice
            key={moment.ids.join()}
            page={page}
            moment={moment}
            isPressing={isPressing}
            send={send}
          />
        ))}
      </div>
      {page.address !== 'known' && <ChildAddress {...{ page, isPressing, fields }} give={giveAddress} />}
      {refusal && Object.keys(fields).length === 0 && (
        <p role="alert" className="mt-4 text-center font-medium text-rose">
          {refusal}
        </p>
      )}
      <ul className="mt-11 grid gap-x-12 gap-y-1 border-t border-line pt-6 md:grid-cols-2">
        <Fact icon={Lock}>You cannot open it. It is for {childFirstName} alone.</Fact>
        <Fact icon={ShieldCheck}>You cannot change it or throw it away.</Fact>
        <Fact icon={Mail}>{childFirstName} is not told that you said “not yet”.</Fact>
        <Fact icon={CalendarDays}>
          On {formatDay(page.endsOn)} whatever still waits comes to {childFirstName}.
        </Fact>
      </ul>
    </main>
  );
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[--spacing(5.5)_1fr] gap-3 py-2 leading-snug wrap-anywhere">
      <Icon aria-hidden="true" className="mt-0.5 size-5 text-ink-soft" strokeWidth={1.5} />
      <span>{children}</span>
    </li>
  );
}
