import { eq } from 'drizzle-orm';
import { outboxMails } from '../server/features/outbox/messages/mails/mails.table.ts';
import { recipients } from '../server/features/people/recipients/recipients.table.ts';
import type { MailKind } from '../shared/outbox/mail-kinds.ts';
import type { TestApp } from './app.ts';
import { createRecipient, type Person } from './factories.ts';
import { givenDeliveries } from './given-deliveries.ts';
import { mailTo } from './mailbox.ts';
import { sendMail } from './outbox.ts';
import { type Started, startDelivery } from './started-delivery.ts';

/** An owner whose letter one recipient has opened and another has not, with a trusted contact who was told. */
export interface Family {
  owner: Person;
  started: Started;
  /** The token of the recipient who opened it. */
  token: string;
  /** The addresses of the recipient who opened it, of the one who did not, and of the trusted contact. */
  reader: string;
  other: string;
  contact: string;
}

export async function createFamily(testApp: TestApp): Promise<Family> {
  const { services, clock } = testApp;
  const started = await startDelivery(testApp, { people: [{ firstName: 'Maya' }, { firstName: 'Leo' }] });
  const given = givenDeliveries(testApp);
  await given.attempt(started);
  await given.attempt(started, undefined, 1);
  const { token } = await given.open(started);
  const [maya, leo] = started.recipients;
  const daniel = await createRecipient(started.owner, { firstName: 'Daniel', trustedContact: true });
  await services.db
    .update(recipients)
    .set({ trustedContactToldAt: clock.now() })
    .where(eq(recipients.id, daniel.id));
  const [reader, other, contact] = [maya, leo, daniel].map((person) => person?.email ?? '');
  return {
    owner: started.owner,
    started,
    token,
    reader: reader ?? '',
    other: other ?? '',
    contact: contact ?? '',
  };
}

/** Sends every mail of this kind that waits in the outbox. */
export async function sendAllOf({ services }: TestApp, kind: MailKind): Promise<void> {
  const waiting = await services.db.select().from(outboxMails).where(eq(outboxMails.kind, kind));
  for (const { id, sentAt } of waiting) if (!sentAt) await sendMail(services, id);
}

/** The subjects of the mails to this address about the end of the service, oldest first. */
export async function toldOfClosing({ services }: TestApp, address: string): Promise<string[]> {
  const mails = (await mailTo(services, address)).toReversed();
  return mails.flatMap(({ subject }) =>
    /close|end of Long After/.test(subject ?? '') ? [subject ?? ''] : [],
  );
}
