// F17: the mail server says that there is no such person. There are no more attempts; the owner is asked, and
// a corrected address starts the delivery again.
import { expect, test } from 'vitest';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import { eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countActs,
  countByStatus,
  deliveryMails,
  expectReconciled,
  letFallDue,
} from './support/deliveries.ts';
import {
  addRecipient,
  recipientForm,
  registerCaller,
  scheduleLetter,
  writeCheckedLetter,
} from './support/people.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';

const gone = 'gone@example.com';
const moved = 'moved@example.com';

test('550 at the recipient: it waits, the owner is told once, and the corrected address gets it', async () => {
  const smtp = await startSmtpServer();
  smtp.behave(({ stage, to }) =>
    stage === 'recipient' && to === gone ? { code: 550, text: 'No such person here' } : 'accept',
  );
  const { db, env } = await makePlace(mailThrough(smtp.url));
  const { address } = await startProcess(env);
  const owner = await registerCaller(address, db);
  const letter = await writeCheckedLetter(owner, address);
  const recipient = await addRecipient(owner, address, gone);
  const other = await addRecipient(owner, address, 'leo@example.com');
  const deliveryDate = new Date('2099-05-04T12:00:00Z');
  const recipientIds = [recipient.id, other.id];
  await letFallDue(
    db,
    await scheduleLetter(owner, address, { memoryId: letter.id, recipientIds, deliveryDate }),
  );

  const toOwner = () => smtp.messages.filter(({ messageId }) => messageId.startsWith('address-needed.'));
  await eventually(async () => toOwner().length > 0, 'the owner to be asked');
  expect(toOwner()[0]?.envelope.to).toEqual([owner.email]);
  expect(toOwner()[0]?.parsed?.subject).toBe('We could not reach Maya');
  // The owner may hear about the first before the other is recorded.
  await eventually(
    async () => !('sending' in (await countByStatus(db))),
    'the other delivery to be recorded',
  );
  expect(await countByStatus(db)).toEqual({ waiting: 1, delivered: 1 });
  const [schedule] = (await owner.call(address, { path: '/api/schedules' })).json<Schedule[]>();
  expect(schedule?.isDelivered).toBe(false);
  const states = schedule?.recipients.map(({ id, state }) => [id === recipient.id, state]);
  expect(states).toEqual(
    expect.arrayContaining([
      [true, 'waiting'],
      [false, 'delivered'],
    ]),
  );
  await expectReconciled(db);

  // A change that leaves the address as it was starts nothing.
  const path = `/api/recipients/${recipient.id}`;
  const renamed = { ...recipientForm(gone), firstName: 'May' };
  expect((await owner.call(address, { method: 'PUT', path, json: renamed })).status).toBe(200);
  expect(await countByStatus(db)).toEqual({ waiting: 1, delivered: 1 });

  expect((await owner.call(address, { method: 'PUT', path, json: recipientForm(moved) })).status).toBe(200);
  await allDelivered(db, 2);
  const sentTo = smtp.messages.filter(({ messageId }) => messageId.startsWith('delivery.'));
  expect(sentTo.flatMap(({ envelope }) => envelope.to).sort()).toEqual(['leo@example.com', moved]);
  expect(new Set(deliveryMails(smtp)).size).toBe(2);
  expect(toOwner()).toHaveLength(1);
  expect(await countActs(db)).toMatchObject({
    'delivery.waiting': 1,
    'delivery.resumed': 1,
    'delivery.delivered': 2,
  });
  await expectReconciled(db);
});
