import type { Contact } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { listStaff } from '../../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { earlierAddresses, earlierPhones, ownAddresses } from '../../../accounts/profile/profile.ts';
import { enqueueMail, enqueueMails } from '../../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import type { DeathReportRow } from './death-reports.table.ts';

type MailServices = Pick<Services, 'jobs' | 'clock' | 'log'>;
export type ReporterMail =
  | 'death-report-received'
  | 'death-report-verified'
  | 'death-report-stopped'
  | 'death-report-released'
  | 'death-report-rejected';

/** What staff are told: that a report waits for them, or that somebody said a person is alive. */
export const staffNews = ['waits', 'closed', 'proof-after-sign', 'stopped', 'too-late'] as const;
export type StaffNews = (typeof staffNews)[number];

export async function mailReporterLater(
  tx: Tx,
  services: MailServices,
  { id, reporterEmail }: DeathReportRow,
  kind: ReporterMail,
): Promise<void> {
  await enqueueMail(tx, services, { kind, userId: null, toAddress: reporterEmail, subjectId: id });
}

/** Writes to all staff. If there are none, it logs an error. */
export async function tellStaffLater(
  tx: Tx,
  services: MailServices,
  { id: subjectId }: DeathReportRow,
  news: StaffNews,
): Promise<void> {
  const staff = await listStaff(tx);
  if (staff.length === 0)
    services.log.error({ reportId: subjectId, news }, 'a report of a death waits, and no account is staff');
  const kind = 'staff-death-report' as const;
  await enqueueMails(
    tx,
    services,
    staff.map(({ id: userId }) => ({ kind, userId, subjectId, details: { news } })),
  );
}

/**
 * Asks the owner whether they are alive: at every current and earlier email address, since somebody who took over the account
 * may have changed it, and, unless `isByMailOnly`, by text message. `count` tells the messages of one report apart.
 */
export async function askOwnerLater(
  tx: Tx,
  services: MailServices & Pick<Services, 'config'>,
  owner: UserRow,
  {
    report,
    kind,
    count,
    details = {},
    isByMailOnly = false,
  }: {
    report: DeathReportRow;
    kind: 'death-report-asked' | 'death-report-objection';
    count: number | string;
    details?: Record<string, string>;
    isByMailOnly?: boolean;
  },
): Promise<void> {
  const channels = await channelsOf(tx, services, owner, report.createdAt);
  await enqueueMails(
    tx,
    services,
    channels
      .filter(({ channel }) => !isByMailOnly || channel === 'email')
      .map(({ channel, address }) => ({
        kind,
        userId: owner.id,
        toAddress: address,
        channel,
        subjectId: report.id,
        details,
        dedupeKey: `${kind}:${report.id}:${count}:${address}`,
      })),
  );
}

/** Every email address of the owner, current or earlier, at which they are asked about what was said `at`, and their phones. */
export async function channelsOf(
  db: Queryable,
  services: Pick<Services, 'config'>,
  owner: UserRow,
  at: Date,
): Promise<Contact<'email' | 'text'>[]> {
  const all = [...ownAddresses(owner), ...(await earlierAddresses(db, owner.id, at))];
  const addresses = new Map(all.map((address) => [address.toLowerCase(), address]));
  const phones = new Set([owner.phone ?? [], await earlierPhones(db, owner.id, at)].flat());
  return [
    ...[...addresses.values()].map((address) => ({ channel: 'email' as const, address })),
    ...[...phones]
      .filter((phone) => canBeTexted(services, phone))
      .map((address) => ({ channel: 'text' as const, address })),
  ];
}

/** A number stored without its country code cannot be texted; without a provider, none can. */
export function canBeTexted(services: Pick<Services, 'config'>, phone: string): boolean {
  return sendingChannels(services).includes('text') && phone.startsWith('+');
}
