import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsTo } from '../../../../../test/outbox.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { proposedAddresses } from '../../../people/recipients/recipients.table.ts';
import { saveProposal } from '../../../people/recipients/recipients.ts';
import { addressChanges } from './address-changes.table.ts';
import { handOverProposals } from './hand-over.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;

test('a new address that the owner had not answered: nothing goes to the old one, and it becomes a change of others', async () => {
  const reported = await reportedOwner(testApp, [{ firstName: 'Maya', email: 'old.maya@example.com' }]);
  const maya = reported.recipients[1];
  const recipientId = maya?.id ?? '';
  await leave(testApp, { ...reported, recipients: maya ? [maya] : [] });
  const proposed = { email: 'new.maya@example.com', phone: null, mailingAddress: null, guardianId: null };
  await inTransaction(db, (tx) =>
    saveProposal(tx, {
      ...proposed,
      recipientId,
      saidAt: 'old.maya@example.com',
      codeHash: null,
      now: clock.now(),
    }),
  );
  await endWindow(testApp, reported.reportId);
  await deliverDue(testApp);
  expect(await mailTo(services, 'old.maya@example.com')).toEqual([]);

  await handOverProposals(services);
  const [proposal] = await db
    .select()
    .from(proposedAddresses)
    .where(eq(proposedAddresses.recipientId, recipientId));
  expect(proposal).toMatchObject({ outcome: 'handed-over', endedAt: expect.any(Date) });
  const changes = await db.select().from(addressChanges).where(eq(addressChanges.recipientId, recipientId));
  expect(changes).toMatchObject([{ by: 'recipient', newEmail: 'new.maya@example.com', state: 'made' }]);
  await handOverProposals(services);
  expect(await db.$count(addressChanges, eq(addressChanges.recipientId, recipientId))).toBe(1);

  await sendMailsTo(services, 'old.maya@example.com');
  clock.advance(49 * 3600);
  await deliverDue(testApp);
  expect(
    (await mailTo(services, 'new.maya@example.com')).filter(({ text }) => text.includes('/received/')),
  ).toHaveLength(1);
  expect(
    (await mailTo(services, 'old.maya@example.com')).filter(({ text }) => text.includes('/received/')),
  ).toEqual([]);
});
