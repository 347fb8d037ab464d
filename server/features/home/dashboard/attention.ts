import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { handOverPath } from '../../../../shared/delivery/hand-over.ts';
import type { GapKind } from '../../../../shared/delivery/rehearsal.ts';
import { type AttentionItem, attentionKinds } from '../../../../shared/home/attention.ts';
import type { Services } from '../../../platform/context.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { deathReports } from '../../after-death/death-cases/death-reports/death-reports.table.ts';
import { readMistakenReport } from '../../after-death/death-cases/death-reports/death-reports.ts';
import { listLater } from '../../delivery/deliveries/hand-over/hand-over.ts';
import { readPressing } from '../../delivery/received/rehearsal/rehearsal.ts';

type Item = z.output<typeof AttentionItem>;
type Kind = Item['kind'];

/** Those of the rehearsal's gaps that cannot wait. The rest is for a quiet hour. */
const kindOf: Partial<Record<GapKind, Kind>> = {
  no_address: 'unreachable',
  only_phone: 'unreachable',
  no_mailing_address: 'unreachable',
  address_does_not_work: 'unreachable',
  arrears: 'arrears',
  failed: 'failed',
  not_approved: 'held',
  held: 'held',
};

/** What needs the owner's attention, as the rehearsal finds it: first a report of their death, last what we have to do ourselves. */
export async function listAttention(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  owner: UserRow,
): Promise<Item[]> {
  const [reports, closing, gaps] = await Promise.all([
    readReports(services, owner.id),
    readLater(services, owner.id),
    readPressing(services, owner),
  ]);
  const items = gaps.flatMap(({ kind, ...gap }): Item[] => {
    const needs = kindOf[kind];
    return needs ? [{ ...gap, kind: needs, reason: kind }] : [];
  });
  return [...reports, ...closing, ...items.toSorted((one, other) => orderOf(one) - orderOf(other))];
}

const orderOf = ({ kind }: Item) => attentionKinds.indexOf(kind);

const openStates = ['awaiting_proof', 'in_review', 'objection_window'] as const;

async function readReports({ db }: Pick<Services, 'db'>, userId: string): Promise<Item[]> {
  const [open] = await db
    .select()
    .from(deathReports)
    .where(and(eq(deathReports.userId, userId), inArray(deathReports.state, [...openStates])))
    .orderBy(desc(deathReports.id))
    .limit(1);
  if (open) return [report('report_open', open.submittedAt ?? open.createdAt, '/alive')];
  const stopped = await readMistakenReport(db, userId);
  if (!stopped) return [];
  const href = stopped.hasGone ? '/what-went-out' : '/settings?tab=account';
  return [report('report_stopped', stopped.reportedAt, href)];
}

/** What would come after the last day of the service and is not handed over. */
async function readLater({ db }: Pick<Services, 'db'>, userId: string): Promise<Item[]> {
  const { lastDay, later } = await listLater(db, userId);
  const count = later.filter(({ isHandedOver }) => !isHandedOver).length;
  if (!lastDay || count === 0) return [];
  const due = new Date(`${lastDay}T12:00:00.000Z`);
  return [{ ...nothing, kind: 'closing', reason: 'closing', count, due, href: handOverPath }];
}

const nothing = { people: [], things: [], thingCount: 0, count: 1, amount: null };

function report(reason: 'report_open' | 'report_stopped', due: Date, href: string): Item {
  return { ...nothing, kind: 'report', reason, due, href };
}
