import { and, asc, eq, gte, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffWindow } from '../../../../../shared/after-death/staff-windows.ts';
import type { Contact } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { countAtRelease } from '../../../delivery/deliveries/plan/plan.ts';
import { type MailRow, outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { listToldContacts } from '../contacts/tell-contacts.ts';
import { nextQuestionAt } from './deadlines.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';

type Window = z.output<typeof StaffWindow>;

/** A report's window: what its owner was asked, who knows, how much would go out. Null without one; 404 for an unknown report. */
export async function readWindow(
  services: Pick<Services, 'db' | 'config'>,
  reportId: string,
): Promise<Window | null> {
  const { db } = services;
  const [row] = await db
    .select({ report: deathReports, owner: users })
    .from(deathReports)
    .leftJoin(users, eq(users.id, deathReports.userId))
    .where(and(eq(deathReports.id, reportId), ne(deathReports.state, 'draft')));
  const { report, owner } = requireFound(row, 'This report');
  if (report.state !== 'objection_window' || !owner) return null;
  const { verifiedAt, objectionEndsAt } = report;
  const [beganAt, endsAt] = [
    requireFound(verifiedAt ?? undefined),
    requireFound(objectionEndsAt ?? undefined),
  ];
  const { quietDays } = owner;
  return {
    beganAt,
    endsAt,
    nextAsks: asksAhead(report, endsAt),
    channels: await listChannels(db, owner, { reportId, beganAt }),
    contacts: await listToldContacts(db, reportId),
    goesOut: await countAtRelease(services, owner.id, { releasedAt: endsAt, quietDays }),
  };
}

function asksAhead({ nextAskAt }: DeathReportRow, endsAt: Date): Date[] {
  const ahead: Date[] = [];
  for (let next = nextAskAt; next; next = nextQuestionAt(next, endsAt)) ahead.push(next);
  return ahead;
}

async function listChannels(
  db: Queryable,
  owner: UserRow,
  { reportId, beganAt }: { reportId: string; beganAt: Date },
): Promise<Window['channels']> {
  const mails = await db
    .select()
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.subjectId, reportId),
        eq(outboxMails.kind, 'death-report-objection'),
        gte(outboxMails.createdAt, beganAt),
      ),
    )
    .orderBy(asc(outboxMails.createdAt), asc(outboxMails.id));
  const byAddress = Map.groupBy(mails, ({ toAddress }) => toAddress ?? '');
  return [...byAddress].map(([address, asked]) => ({
    ...channelOf(owner, { address, channel: asked[0]?.channel ?? 'email' }),
    asks: asked.map((mail) => ({ at: mail.createdAt, state: stateOf(mail) })),
  }));
}

/** Staff see which of the addresses it is, not the address itself. */
function channelOf(
  owner: UserRow,
  { channel, address }: Contact,
): Pick<Window['channels'][number], 'channel' | 'ending'> {
  if (channel === 'text') return { channel: 'text', ending: address.slice(-3) };
  const lower = address.toLowerCase();
  if (lower === owner.email.toLowerCase()) return { channel: 'email', ending: null };
  if (lower === owner.secondEmail?.toLowerCase()) return { channel: 'second_email', ending: null };
  return { channel: 'earlier_email', ending: null };
}

function stateOf({
  sentAt,
  failedAt,
  unwantedAt,
}: MailRow): Window['channels'][number]['asks'][number]['state'] {
  if (sentAt) return 'arrived';
  return failedAt || unwantedAt ? 'refused' : 'not_yet';
}
