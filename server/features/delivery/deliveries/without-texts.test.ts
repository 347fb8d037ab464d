import { beforeEach, expect, test } from 'vitest';
import type { Schedule } from '../../../../shared/delivery/schedules.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { dueTogether } from '../../../../test/due-together.ts';
import { createPerson, createRecipient } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { resumeReachable } from './start/resume-reachable.ts';

// With a mail server and no text message provider, nothing is sent to a phone until there is one.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services } = testApp;
const { due, rowsOf, statesOf, mailsTo, auditOf, answering } = dueTogether(testApp);

const phone = '+1 212 555 0135';
const setUp = (kind: 'mailbox' | 'none') => {
  services.config.sms = { kind };
};
beforeEach(() => setUp('none'));

const asked = async ({ owner }: Parameters<typeof rowsOf>[0]) =>
  (await services.db.select().from(outboxMails)).filter(
    ({ kind, userId }) => kind === 'address-needed' && userId === owner.user.id,
  );

test('whoever has only a phone waits as if there were no address, is asked about, and gets it once there is a provider', async () => {
  const left = await due(1, [{ email: null, phone }]);
  await deliverBatch(services, left.ids);
  expect(await statesOf(left)).toEqual(['no_address']);
  expect((await rowsOf(left))[0]?.failedAddresses).toEqual([]);
  expect(await asked(left)).toHaveLength(1);
  const [schedule] = (await left.owner.request({ url: '/api/schedules' })).json<Schedule[]>();
  expect(schedule?.recipients).toMatchObject([{ unreachable: true, hasPhone: true }]);
  expect(schedule?.recipients[0]?.waitingReason).toBe(
    'There is no email address for this person yet, and no text messages can be sent to their phone.',
  );
  await resumeReachable(services);
  expect(await statesOf(left)).toEqual(['no_address']);
  setUp('mailbox');
  await resumeReachable(services);
  expect(await statesOf(left)).toEqual(['pending']);
  await deliverBatch(services, left.ids);
  expect(await rowsOf(left)).toMatchObject([{ status: 'delivered', channel: 'text', sentTo: phone }]);
});

test('an email address that is refused is not followed by a text message, but by one once there is a provider', async () => {
  const left = await due(1, [{ phone: '+1 212 555 0136' }]);
  await deliverBatch(answering(new MessageFault('permanent', '550 gone')), left.ids);
  expect(await statesOf(left)).toEqual(['bad_address']);
  expect(await auditOf(left.ids[0] ?? '')).toEqual(['delivery.waiting']);
  expect(await mailTo(services, '+1 212 555 0136')).toEqual([]);
  setUp('mailbox');
  await resumeReachable(services);
  await deliverBatch(services, left.ids);
  expect(await rowsOf(left)).toMatchObject([{ status: 'delivered', channel: 'text' }]);
});

test('what may have arrived is not sent to a phone by itself', async () => {
  const left = await due(1, [{ phone }]);
  await services.db.execute(
    `update delivery_queue set status = 'waiting', waiting_reason = 'outcome_unknown', stopped_at = now() where user_id = '${left.owner.user.id}'`,
  );
  setUp('mailbox');
  await resumeReachable(services);
  expect(await statesOf(left)).toEqual(['outcome_unknown']);
});

test('a phone that is added does not wake what waits; an email address does', async () => {
  const left = await due(1, [{ email: null }]);
  await deliverBatch(services, left.ids);
  const url = `/api/recipients/${left.recipients[0]?.id}`;
  const change = async (fields: Partial<Recipient>) => {
    const { firstName, lastName, relationship } = left.recipients[0] ?? {};
    const payload = { firstName, lastName, relationship, ...fields };
    return (await left.owner.request({ method: 'PUT', url, payload })).json<Recipient>();
  };
  expect((await change({ phone })).reachedBy).toBeNull();
  expect(await statesOf(left)).toEqual(['no_address']);
  const [email = ''] = left.emails;
  expect((await change({ phone, email })).reachedBy).toBe('email');
  await deliverBatch(services, left.ids);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('400: a guardian whom nobody can ask', async () => {
  const owner = await createPerson(testApp);
  const daniel = await createRecipient(owner, { firstName: 'Daniel', email: null, phone });
  const payload = {
    ...{ firstName: 'Leo', lastName: 'Meyer', relationship: 'child', birthday: '2025-05-04' },
    guardianId: daniel.id,
  };
  const answer = await owner.request({ method: 'POST', url: '/api/recipients', payload });
  expect(answer.json()).toMatchObject({
    fields: { guardianId: 'Please enter an email address for Daniel first, so that we can ask them' },
  });
});
