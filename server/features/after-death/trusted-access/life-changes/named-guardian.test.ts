import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TrustedPage } from '../../../../../shared/after-death/trusted-access.ts';
import { birthdayAtAge } from '../../../../../shared/people/guardians.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff, type Person } from '../../../../../test/factories.ts';
import { dayIn } from '../../../../../test/guardians.ts';
import { decide, lift, loadChange, tell, told } from '../../../../../test/life-changes.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { sweepGuardians } from '../../../delivery/deliveries/guardians/guardians.jobs.ts';
import { guardianLinks } from '../../../delivery/deliveries/guardians/guardians.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';

// After a death a trusted contact may say who looks after a child. Staff confirm it before that person has a say.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services } = testApp;
const { db } = services;
let staff: Person;
beforeEach(async () => {
  staff = await createStaff(testApp);
});
const eleven = birthdayAtAge(dayIn(testApp, 40), -12);

/** Maya, who has a letter waiting, is eleven; Daniel could look after her. The owner may have entered her birthday. */
async function released(birthday: string | null = null) {
  const reported = await reportedOwner(testApp, [
    { firstName: 'Maya', relationship: 'child', ...(birthday && { birthday }) },
    { firstName: 'Daniel', email: `daniel.${crypto.randomUUID()}@example.com` },
    { firstName: 'Silent', email: null },
  ]);
  const idOf = (name: string) => reported.recipients.find(({ firstName }) => firstName === name)?.id ?? '';
  const { recipients: people } = reported;
  await leave(testApp, { ...reported, recipients: people.filter(({ firstName }) => firstName === 'Maya') });
  const releaseId = await endWindow(testApp, reported.reportId);
  return { ...reported, releaseId, maya: idOf('Maya'), daniel: idOf('Daniel'), silent: idOf('Silent') };
}

const personOf = async (id: string) => (await db.select().from(recipients).where(eq(recipients.id, id)))[0];
const stateOf = async (id: string) => {
  const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, id));
  return row?.waitingReason ?? row?.status;
};

describe('whom a contact names', () => {
  test('has no say before staff confirm it; then the hold ends, they are asked, and what waits waits for them', async () => {
    const { token, maya, daniel } = await released();
    const id = await told(testApp, { token }, maya, { kind: 'minor', guardianId: daniel, birthday: eleven });
    await deliverDue(testApp);
    expect([await stateOf(maya), (await personOf(maya))?.guardianId]).toEqual([
      'held_by_trusted_contact',
      null,
    ]);
    const { people } = (await testApp.app.inject({ url: `/api/trusted/${token}` })).json<TrustedPage>();
    expect(people.find((person) => person.id === maya)?.changes).toMatchObject([{ guardianId: daniel }]);
    expect(await loadChange(staff, id)).toMatchObject({
      guardian: { id: daniel, isContact: false },
      birthday: { day: eleven, by: 'contact' },
      acts: ['answer', 'name-guardian', 'end'],
    });

    const answer = await decide(staff, id, 'name-guardian', { message: 'Daniel is asked from now on.' });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { state: 'ended', acts: [] }]);
    expect(await personOf(maya)).toMatchObject({ guardianId: daniel, birthday: eleven, heldSince: null });
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'life-change.guardian-named-by-staff')));
    expect(entry).toMatchObject({ actor: staff.user.id, details: { guardian: daniel } });

    await deliverDue(testApp);
    expect(await stateOf(maya)).toBe('held_by_guardian');
    await sweepGuardians(services);
    const [link] = await db.select().from(guardianLinks).where(eq(guardianLinks.recipientId, maya));
    expect(link?.guardianId).toBe(daniel);
    await sendMailsAbout(services, link?.id ?? '');
    expect(await mailTo(services, (await personOf(daniel))?.email ?? '')).toHaveLength(1);
  });

  test('may be the contact, which staff are told; the contact hears what became of it', async () => {
    const { token, maya, contact } = await released(eleven);
    const id = await told(testApp, { token }, maya, { kind: 'minor', guardianId: contact.id });
    expect(await loadChange(staff, id)).toMatchObject({ guardian: { id: contact.id, isContact: true } });
    await decide(staff, id, 'name-guardian', { message: 'You are asked from now on.' });
    await sendMailsAbout(services, id);
    const [mail] = await mailTo(services, contact.email ?? '');
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      'Whoever you named has a say now in when something comes to Maya, and we ask them.',
    );
  });

  test('the birthday that the owner wrote down stays; the contact hears of it also where staff write nothing', async () => {
    const { token, maya, daniel, contact } = await released(eleven);
    const younger = birthdayAtAge(eleven, 5);
    const id = await told(testApp, { token }, maya, { kind: 'minor', guardianId: daniel, birthday: younger });
    expect((await loadChange(staff, id)).birthday).toEqual({ day: eleven, by: 'owner' });
    await decide(staff, id, 'name-guardian');
    expect((await personOf(maya))?.birthday).toBe(eleven);
    await sendMailsAbout(services, id);
    const [mail] = await mailTo(services, contact.email ?? '');
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toMatch(
      /is under 18\. A person here has read it\. Whoever you named has a say now/,
    );
  });

  test('the owner lives: whom staff named has no say any more, whom the owner has named since keeps it', async () => {
    for (const isKept of [false, true]) {
      const { token, maya, daniel, contact, releaseId } = await released(eleven);
      const id = await told(testApp, { token }, maya, { kind: 'minor', guardianId: daniel });
      await decide(staff, id, 'name-guardian');
      if (isKept) await db.update(recipients).set({ guardianId: contact.id }).where(eq(recipients.id, maya));
      const url = `/api/admin/releases/${releaseId}/revoke`;
      const payload = { reason: 'She telephoned' };
      expect((await staff.request({ method: 'POST', url, payload })).statusCode).toBe(200);
      expect((await personOf(maya))?.guardianId).toBe(isKept ? contact.id : null);
    }
  });
});

describe('refused', () => {
  test('400: the child itself, somebody whom we cannot ask, a day that is none or to come; 404: a stranger', async () => {
    const { token, maya, silent, daniel } = await released();
    const other = await released();
    const say = async (fields: object) =>
      (await tell(testApp, { token }, maya, { kind: 'minor', ...fields })).statusCode;
    expect(await say({ guardianId: maya })).toBe(400);
    expect(await say({ guardianId: silent })).toBe(400);
    expect(await say({ guardianId: daniel, birthday: '2031-02-30' })).toBe(400);
    expect(await say({ guardianId: daniel, birthday: '2032-01-01' })).toBe(400);
    expect(await say({ guardianId: other.daniel })).toBe(404);
    await told(testApp, { token }, daniel, { kind: 'died' });
    await decide(staff, (await findChange(daniel)) ?? '', 'confirm-death');
    expect(await say({ guardianId: daniel })).toBe(400);
  });

  test('409: without a date of birth, without a name, and once the contact has taken it back', async () => {
    const { token, maya, daniel } = await released();
    const unborn = await told(testApp, { token }, maya, { kind: 'minor', guardianId: daniel });
    expect((await decide(staff, unborn, 'name-guardian')).statusCode).toBe(409);
    await lift(testApp, { token }, maya, unborn);
    const unnamed = await told(testApp, { token }, maya, { kind: 'minor', birthday: eleven });
    expect((await decide(staff, unnamed, 'name-guardian')).statusCode).toBe(409);
    await lift(testApp, { token }, maya, unnamed);
    const taken = await told(testApp, { token }, maya, {
      kind: 'minor',
      guardianId: daniel,
      birthday: eleven,
    });
    await lift(testApp, { token }, maya, taken);
    expect((await decide(staff, taken, 'name-guardian')).statusCode).toBe(409);
    expect((await personOf(maya))?.guardianId).toBeNull();
  });
});

async function findChange(recipientId: string): Promise<string | undefined> {
  const { changes } = (await staff.request({ url: '/api/admin/life-changes' })).json<{
    changes: { id: string; person: { id: string } }[];
  }>();
  return changes.find(({ person }) => person.id === recipientId)?.id;
}
