import type { ReactNode } from 'react';
import type { AliveStanding } from '../../../../../shared/after-death/alive.ts';
import { formatDateTime } from '../../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';

export type Settled = AliveStanding & { state: 'too_late' | 'stopped' | 'closed' | 'rejected' | 'revoked' };

export function TooLate({ standing: { gone, ...standing }, isNew }: { standing: Settled; isNew: boolean }) {
  const when = isNew ? 'before you pressed' : 'by now';
  return (
    <>
      <Lead>
        {!isNew && howWeKnow(standing)}
        {gone && gone.memories > 0
          ? `What you left for after your death had begun to go out: ${thingsTo(gone)} ${when}.`
          : `We had believed the report, but nothing that you left has gone out ${when}.`}
      </Lead>
      <p>
        Our staff were told at once. One of them makes sure that it is you. Then they stop what has not gone
        out, close the links that have, open your account again, and write to everybody who was told that you
        had died. You get an email that says who received what.
      </p>
    </>
  );
}

function thingsTo({ memories, people }: NonNullable<AliveStanding['gone']>): string {
  const things = memories === 1 ? 'one thing' : `${memories} things`;
  return `${things} to ${people === 1 ? 'one person' : `${people} people`}`;
}

const ways: Record<NonNullable<AliveStanding['answeredBy']>, string> = {
  alive_link: 'You told us',
  sign_in: 'You signed in',
  printed_code: 'The code of your printed sheet was entered',
};

export function howWeKnow({ answeredAt, answeredBy }: Pick<Settled, 'answeredAt' | 'answeredBy'>): string {
  if (!answeredAt || !answeredBy) return '';
  const by = answeredBy === 'alive_link' ? ' that you are alive' : '';
  return `${ways[answeredBy]}${by} on ${formatDateTime(answeredAt, deviceTimeZone())}. `;
}

export function Lead({ children }: { children: ReactNode }) {
  return <p className="text-lead">{children}</p>;
}
