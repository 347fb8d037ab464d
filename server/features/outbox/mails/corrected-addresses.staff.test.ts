import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../shared/accounts/staff.ts';
import type { StaffMail, StaffMailAddress } from '../../../../shared/outbox/staff-mails.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createPerson, createStaff, type Person } from '../../../../test/factories.ts';
import { sendMail } from '../../../../test/outbox.ts';
import { inTransaction } from '../../../platform/database.ts';
import { type Mailer, MessageFault } from '../../../platform/mail/mail.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { outboxMails } from './mails.table.ts';
import { enqueueMail } from './mails.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const url = '/api/admin/mails';
const reason = 'She says that it never came';
let agnes = await createStaff(testApp);

// Tests move the clock, which would sign her out.
beforeEach(async () => {
  agnes = await createStaff(testApp);
});

const withMailer = (send: Mailer['send']) => ({ ...services, mailer: { ...services.mailer, send } });
const refusing = withMailer(() => Promise.reject(new MessageFault('permanent', '550 5.1.1 no such mailbox')));

/** A notice to `person` that is not sent yet. */
async function writtenNotice(person: Person): Promise<string> {
  const { id: userId, email: toAddress } = person.user;
  await inTransaction(db, (tx) =>
    enqueueMail(tx, services, { kind: 'payment-received', userId, toAddress, details: { detail: '$1' } }),
  );
  return newestOf(person, 'payment-received');
}

async function newestOf({ user }: Person, kind: StaffMail['kind']): Promise<string> {
  const rows = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(and(eq(outboxMails.userId, user.id), eq(outboxMails.kind, kind)));
  return rows.toSorted((a, b) => a.id.localeCompare(b.id)).at(-1)?.id ?? '';
}

async function failedNotice(): Promise<{ person: Person; id: string }> {
  const person = await createPerson(testApp);
  const id = await writtenNotice(person);
  await sendMail(refusing, id);
  return { person, id };
}

const load = async (id: string) => (await agnes.request({ url: `${url}/${id}` })).json<StaffMail>();
const ask = (id: string, act: string, payload: object, who = agnes) =>
  who.request({ method: 'POST', url: `${url}/${id}/${act}`, payload });
const auditOf = (id: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);

describe('POST /api/admin/mails/:id/address', () => {
  test('200: the address, after a fresh sign-in; the audit log says who asked and why', async () => {
    const { person, id } = await failedNotice();
    const answer = await ask(id, 'address', { reason });
    expect(answer.json<StaffMailAddress>()).toEqual({ address: person.user.email });
    const entries = await auditOf(id);
    expect(entries).toMatchObject([{ action: 'mail.address-shown', actor: agnes.user.id, reason }]);
    expect(JSON.stringify(entries)).not.toContain(person.user.email);
  });

  test('403: security 34: with a sign-in that is too old, and nothing is recorded', async () => {
    const { id } = await failedNotice();
    clock.advance((freshSignInMinutes * 60) / 2);
    await agnes.request({ url: `${url}/counts` });
    clock.advance((freshSignInMinutes * 60) / 2);
    const answer = await ask(id, 'address', { reason });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'fresh_sign_in_needed']);
    expect(await auditOf(id)).toEqual([]);
  });

  test('409: where it is looked up when the mail is sent', async () => {
    const person = await createPerson(testApp);
    const mail = { kind: 'delivered' as const, userId: person.user.id };
    await inTransaction(db, (tx) => enqueueMail(tx, services, mail));
    const id = await newestOf(person, 'delivered');
    expect((await load(id)).to).toBeNull();
    expect((await ask(id, 'address', { reason })).statusCode).toBe(409);
  });
});
