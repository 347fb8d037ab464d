/** Edith Moran, who has died: a piano teacher in Portland. Her daughter tells us what has become of the people she wrote to. */
import { eq } from 'drizzle-orm';
import { accessId, trustedToken } from '../../server/features/after-death/death-cases/contacts/links.ts';
import { deathReports } from '../../server/features/after-death/death-cases/death-reports/death-reports.table.ts';
import {
  aliveToken,
  reportToken,
} from '../../server/features/after-death/death-cases/death-reports/report-rows.ts';
import { applyEvent } from '../../server/features/after-death/death-cases/death-reports/transitions.ts';
import { release as releaseOwner } from '../../server/features/after-death/death-cases/releases/releases.ts';
import { minutesAfter } from '../../server/platform/clock.ts';
import { inTransaction } from '../../server/platform/database.ts';
import { newId } from '../../server/platform/ids.ts';
import { wallClockAt } from '../../server/platform/local-time.ts';
import { hashToken } from '../../server/platform/random.ts';
import { dayFrom } from './days.ts';
import { type Demo, untilApproved } from './environment.ts';
import { register, send } from './http.ts';
import { deliverAfterDeath } from './leave.ts';

const zone = 'America/New_York';

const edith = {
  firstName: 'Edith',
  lastName: 'Moran',
  email: 'edith@example.com',
  password: 'Eleven-Slow-Waltzes-3',
  dateOfBirth: '1941-09-08',
  timezone: zone,
};

const letter = `You never practised your scales, and you never once came late.

The metronome is yours. Set it to sixty and listen to it for a minute when things are too fast.`;

const family = { lastName: 'Moran', relationship: 'relative' };
const people = {
  grace: { ...family, firstName: 'Grace', email: 'grace.moran@example.com', trustedContact: true },
  peter: { ...family, firstName: 'Peter' },
  theo: { ...family, firstName: 'Theo', email: 'theo.moran@example.com' },
};

/** Released ten days ago. Of the three who were to get the letter, one has it, one has died, and one is a child. */
export async function edithIsGone(demo: Demo, today: Date): Promise<void> {
  demo.clock.jumpTo(dayFrom(today, -80, '16:00', zone));
  const session = await register(demo, edith);
  const memory = await session.addMemory({
    type: 'letter',
    title: 'Sixty to the minute',
    recipient: 'family',
    content: letter,
  });
  await untilApproved(session);
  const grace = await session.addRecipient(people.grace);
  const peter = await session.addRecipient(people.peter);
  const theo = await session.addRecipient(people.theo);
  await session.nameSubstitute(peter, grace);
  await deliverAfterDeath(session, demo.clock.now(), memory, grace, peter);

  const reportId = await verify(demo, session.ownerId, dayFrom(today, -13, '09:30', zone));
  await release(demo, reportId, dayFrom(today, -10, '09:30', zone));
  demo.clock.jumpTo(dayFrom(today, -1, '20:10', zone));
  const id = accessId({ reportId, recipientId: grace.id });
  const token = trustedToken(demo.services, id);
  const tell = (about: { id: string }, body: object) =>
    send(demo.address, 'POST', `/api/trusted/${token}/people/${about.id}/changes`, { body });
  await tell(peter, { kind: 'died', note: 'In April, at home. His sister would want what was for him.' });
  await tell(theo, { kind: 'minor', note: 'He is nine. His mother would like to read it first.' });
}

/** A report that staff verified at `at`. Teresa's report shows what happens before that. */
async function verify({ clock, services }: Demo, userId: string, at: Date): Promise<string> {
  clock.jumpTo(at);
  const id = newId();
  const now = clock.now();
  await inTransaction(services.db, async (tx) => {
    const [report] = await tx
      .insert(deathReports)
      .values({
        id,
        tokenHash: hashToken(reportToken(services, id)),
        aliveTokenHash: hashToken(aliveToken(services, id)),
        state: 'in_review',
        reporterName: 'Grace Moran',
        reporterEmail: people.grace.email,
        relationship: 'child',
        timezone: zone,
        confirmedAt: now,
        deceasedName: 'Edith Moran',
        deceasedEmail: edith.email,
        dateOfDeath: wallClockAt(dayFrom(now, -4, '12:00', zone), zone).localDate,
        isDateApproximate: false,
        submittedAt: now,
        matchedAt: now,
        userId,
        proofReceivedAt: now,
        createdAt: now,
      })
      .returning();
    const objectionEndsAt = minutesAfter(now, 72 * 60);
    if (report) await applyEvent(tx, services, report, { kind: 'approved', isEnough: true, objectionEndsAt });
  });
  return id;
}

/** Three days of messages would take the demo too long, so the objection period ends without them. */
async function release({ clock, services }: Demo, reportId: string, at: Date): Promise<void> {
  clock.jumpTo(at);
  await inTransaction(services.db, async (tx) => {
    const [report] = await tx
      .update(deathReports)
      .set({ objectionEndsAt: at, nextAskAt: null })
      .where(eq(deathReports.id, reportId))
      .returning();
    const after = report && (await applyEvent(tx, services, report, { kind: 'window-ended' }));
    if (after?.userId) await releaseOwner(tx, services, { userId: after.userId, reportId });
  });
}
