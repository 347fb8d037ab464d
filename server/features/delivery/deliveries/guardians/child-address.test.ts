import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { GuardianPage } from '../../../../../shared/delivery/guardians.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { askDaniel, createFamily, type Family, leaveForMaya } from '../../../../../test/guardians.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { deliverDue } from '../../../../../test/released.ts';
import { beginWindow, endWindow } from '../../../../../test/trusted-access.ts';
import { addressChanges } from '../../../after-death/trusted-access/address-changes/address-changes.table.ts';
import { proposedAddresses } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';

// A child without an address: the guardian is asked for the child's own, and nothing is sent to the guardian instead.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;
const silent = { email: null, phone: null };
const theirs = 'maya.and.school@example.com';

async function asked(days = 5): Promise<Family & { token: string }> {
  const secondEmail = `daniel.second.${crypto.randomUUID()}@example.com`;
  const guardian = { email: `daniel.${crypto.randomUUID()}@example.com`, secondEmail, phone: '+12125550134' };
  const family = await createFamily(testApp, { child: silent, guardian });
  await leaveForMaya(testApp, family, days);
  return { ...family, token: await askDaniel(testApp, family) };
}

const give = (token: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/guardian/${token}/address`, payload });
const mayaOf = async ({ owner, maya }: Family) =>
  (await owner.request({ url: '/api/recipients' })).json<Recipient[]>().find(({ id }) => id === maya.id);

describe('while the owner lives', () => {
  test('200: the owner is asked, and reads that it is the guardian who says so; once they agree it counts', async () => {
    const family = await asked();
    const { owner, maya, daniel, token } = family;
    const answer = await give(token, { email: theirs });
    expect([answer.statusCode, answer.json<GuardianPage>().address]).toEqual([200, 'asked']);
    const before = await mayaOf(family);
    expect(before).toMatchObject({ email: null, proposedAddress: { email: theirs, byGuardian: true } });
    const proposalId = before?.proposedAddress?.id ?? '';
    await sendMailsAbout(services, proposalId);
    const [mail] = await mailTo(services, owner.user.email);
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      `whom you gave a say in what comes to ${maya.firstName}, told us that ${maya.firstName} can now be reached here: ${theirs}`,
    );
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, maya.id), eq(auditLog.action, 'guardian.address-proposed')));
    expect(entry?.details).toEqual({ guardian: daniel.id });

    const url = `/api/recipients/${maya.id}/proposed-address/agree`;
    expect((await owner.request({ method: 'POST', url, payload: { proposalId } })).statusCode).toBe(204);
    clock.advance(5 * 86_400 + 1);
    await deliverDue(testApp);
    expect(await mailTo(services, theirs)).toHaveLength(1);
    expect(await mailTo(services, daniel.email ?? '')).toEqual([]);
  });

  test('400: the guardian’s own emails or phone, nothing at all, what is none; 404: a link that nobody has', async () => {
    const { daniel, token } = await asked();
    const refused = await give(token, { email: daniel.email?.toUpperCase() });
    expect([refused.statusCode, refused.json().fields]).toMatchObject([
      400,
      { email: expect.stringContaining('That is where we reach you.') },
    ]);
    const tagged = daniel.email?.replace('@', '+maya@');
    for (const own of [{ email: daniel.secondEmail }, { email: tagged }, { phone: '(212) 555-0134' }])
      expect((await give(token, own)).statusCode).toBe(400);
    for (const payload of [{}, { email: '', phone: '' }, { email: 'maya' }])
      expect((await give(token, payload)).statusCode).toBe(400);
    expect((await give('x'.repeat(43), { email: theirs })).statusCode).toBe(404);
    expect(await db.$count(proposedAddresses, eq(proposedAddresses.guardianId, daniel.id))).toBe(0);
  });

  test('409: once there is an address; 429: after the fifth of a day', async () => {
    const family = await asked();
    for (let times = 0; times < 5; times++)
      expect((await give(family.token, { email: `${times}.${theirs}` })).statusCode).toBe(200);
    expect((await give(family.token, { email: theirs })).statusCode).toBe(429);
    const { owner, maya } = family;
    const payload = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child', email: theirs };
    await owner.request({
      ...{ method: 'PUT', url: `/api/recipients/${maya.id}` },
      payload: { ...payload, birthday: maya.birthday, guardianId: maya.guardianId },
    });
    expect((await give(family.token, { email: `other.${theirs}` })).statusCode).toBe(409);
  });
});

test('after the death it is a change of others: it waits, and everybody who could know better is told', async () => {
  const family = await asked(60);
  await endWindow(testApp, await beginWindow(testApp, family.owner));
  clock.advance(40 * 86_400);
  const token = await askDaniel(testApp, family);
  expect((await give(token, { email: theirs })).statusCode).toBe(200);
  const changes = await db
    .select()
    .from(addressChanges)
    .where(eq(addressChanges.recipientId, family.maya.id));
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({ newEmail: theirs, byName: expect.stringContaining('Daniel') });
});
