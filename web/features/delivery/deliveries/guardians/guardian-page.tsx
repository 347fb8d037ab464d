import { CalendarDays, Lock, type LucideIcon, Mail, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDay } from '../../../../../shared/dates.ts';
import type { GuardianPage as Page } from '../../../../../shared/delivery/guardians.ts';
import { describeWaiting } from '../../../../../shared/delivery/what-waits.ts';
import { useLinked } from '../../../../lib/use-linked.ts';
import { LinkLoading, LinkPage, LinkUnreachable } from '../../../../ui/link-page.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { describeLead } from './labels.ts';
import { MomentChoice } from './moment-choice.tsx';
import { Sealed } from './sealed.tsx';

/** Where a guardian has a say in what comes to a child, and sees nothing of it. No sign-in; opening it changes nothing. */
export function GuardianPage({ token }: { token: string }) {
  const { state, isPressing, refusal, press, retry } = useLinked<Page>(
    `/api/guardian/${encodeURIComponent(token)}`,
  );
  switch (state.step) {
    case 'loading':
      return <LinkLoading isWide />;
    case 'unknown':
      return <UnknownLink />;
    case 'unreachable':
      return (
        <LinkUnreachable isWide onRetry={retry}>
          <p className="text-lead text-ink-soft">
            Nothing was changed. Please check your connection and try again, or write to <SupportLink />.
          </p>
        </LinkUnreachable>
      );
    case 'known': {
      const { page, wasPressed } = state;
      if (page.isOver) return <Over page={page} />;
      if (page.moments.length === 0) return <NothingWaits page={page} takesFocus={wasPressed} />;
      const send = (body: object) => press('/answer', body);
      return (
        <Known page={page} isPressing={isPressing} refusal={refusal} send={send} takesFocus={wasPressed} />
      );
    }
  }
}

export interface KnownProps {
  page: Page;
  isPressing: boolean;
  refusal: string | undefined;
  send: (body: object) => void;
  takesFocus?: boolean;
}

export function Known({ page, isPressing, refusal, send, takesFocus = false }: KnownProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { moments, childFirstName } = page;
  const title = describeWaiting(
    moments.flatMap(({ kinds }) => kinds),
    childFirstName,
  );
  // Each answer is a page that is read anew.
  const answers = moments.map(({ answer, askAgainOn }) => `${answer} ${askAgainOn}`).join();
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
      {page.address === 'missing' && (
        <p className="mx-auto mt-6 max-w-[54ch] text-center text-ink-soft">
          We have no email address or phone number for {childFirstName} yet. Nothing is sent to you instead.
          If you know one, please tell us at <SupportLink />.
        </p>
      )}
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
      {refusal && (
        <p role="alert" className="mt-4 text-center font-medium text-rose">
          {refusal}
        </p>
      )}
      <ul className="mt-11 grid gap-x-12 gap-y-1 border-t border-line pt-6 md:grid-cols-2">
        <Fact icon={Lock}>You cannot read it. It is for {childFirstName} alone.</Fact>
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
    <li className="grid grid-cols-[1.375rem_1fr] gap-3 py-2 leading-snug wrap-anywhere">
      <Icon aria-hidden="true" className="mt-0.5 size-5 text-ink-soft" strokeWidth={1.5} />
      <span>{children}</span>
    </li>
  );
}

function NothingWaits({ page, takesFocus }: { page: Page; takesFocus: boolean }) {
  const { childFirstName, endsOn } = page;
  return (
    <LinkPage isWide title={`Nothing waits for ${childFirstName} at the moment.`} takesFocus={takesFocus}>
      <p className="text-lead text-ink-soft">
        If something is to come before {formatDay(endsOn)}, we write to you beforehand. You need not do
        anything.
      </p>
    </LinkPage>
  );
}

function Over({ page: { childFirstName, untilAge, endsOn } }: { page: Page }) {
  return (
    <LinkPage isWide title={`${childFirstName} is ${untilAge} now.`}>
      <p className="text-lead text-ink-soft">
        Since {formatDay(endsOn)} whatever is left for {childFirstName} comes by itself, and there is nothing
        more for you to decide. Thank you for looking after it.
      </p>
    </LinkPage>
  );
}

function UnknownLink() {
  return (
    <LinkPage isWide title="We do not know this link">
      <p className="text-lead text-ink-soft">
        Perhaps it was cut in two: please copy the whole link, to its very end, into your browser’s address
        bar. Or somebody else has the say now.
      </p>
      <p className="text-ink-soft">
        If that does not help, please write to <SupportLink />, and a person here looks into it.
      </p>
    </LinkPage>
  );
}
