import type { ReactNode } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { formatDate } from '../../../../../shared/dates.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { supportEmail } from '../../../../lib/site-settings.ts';

export interface SheetFacts {
  owner: User;
  contacts: readonly Recipient[];
  code: string | null;
  madeAt: Date;
}

/** One page of paper, for anyone who finds it. The code is its only secret. */
export function Paper({ owner, contacts, code, madeAt }: SheetFacts) {
  return (
    <PrintedPage title="When I have died" owner={owner} madeAt={madeAt}>
      <p>
        With Long After I keep letters and other memories for people I love. What is for after my death is
        sent only if somebody reports that I have died. If you find this sheet then, please be that person.
      </p>
      <Part title="Where to report it">
        <p className="font-semibold">{addressOf('/report-a-death')}</p>
        <p>
          You need no account and no password, and it costs nothing. You are asked for my name, my email
          address there ({owner.email}), the day of my death, and proof, such as the death certificate.
        </p>
      </Part>
      <Part title="Whom to tell">
        {contacts.length > 0 ? (
          <ul className="grid gap-1.5">
            {contacts.map((contact) => (
              <li key={contact.id}>
                <span className="font-semibold">{fullNameOf(contact)}</span>
                {[contact.phone, contact.email].filter(Boolean).map((way) => `, ${way}`)}
              </li>
            ))}
          </ul>
        ) : (
          <Blank />
        )}
        <p>They may be able to help reach the people it is for.</p>
      </Part>
      <Part title="If something is unclear">
        <p>A person answers at {supportEmail()}.</p>
      </Part>
      {code && <StoppingCode code={code} />}
    </PrintedPage>
  );
}

interface PrintedPageProps {
  title: string;
  owner: User;
  madeAt: Date;
  children: ReactNode;
}

export function PrintedPage({ title, owner, madeAt, children }: PrintedPageProps) {
  return (
    <div className="grid gap-6 wrap-anywhere print:gap-5 print:text-[0.96rem] print:leading-normal">
      <header>
        <p className="font-serif text-lead">Long After</p>
        <h2 className="mt-1 text-heading">{title}</h2>
        <p className="mt-1 font-serif text-lead">{fullNameOf(owner)}</p>
      </header>
      {children}
      <p className="text-small text-ink-soft">Printed on {formatDate(madeAt, owner.timezone)}</p>
    </div>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid break-inside-avoid gap-1.5">
      <h3 className="text-title">{title}</h3>
      {children}
    </section>
  );
}

export function Blank() {
  return (
    <div aria-hidden="true" className="grid gap-7 pt-5">
      <span className="border-b border-line-strong" />
      <span className="border-b border-line-strong" />
    </div>
  );
}

function StoppingCode({ code }: { code: string }) {
  return (
    <section className="grid break-inside-avoid gap-1.5 border-t-2 border-dashed border-line-strong pt-5">
      <h3 className="text-title">Only while I am alive: the code that stops a mistake</h3>
      <p>
        If somebody reports that I have died and I have not, go to{' '}
        <span className="font-semibold">{addressOf('/alive')}</span> and enter this code. It works once. You
        may cut this part off and keep it elsewhere.
      </p>
      <p className="my-1 justify-self-start rounded-small border border-line-strong px-4 py-2.5 font-mono text-[1.375rem] tracking-wider lining-nums">
        {code}
      </p>
    </section>
  );
}

/** Without the protocol, as people type it. */
export function addressOf(path: string): string {
  return `${window.location.host}${path}`;
}
