import { and, eq } from 'drizzle-orm';
import { sweepGuardians } from '../server/features/delivery/deliveries/guardians/guardians.jobs.ts';
import { guardianLinks } from '../server/features/delivery/deliveries/guardians/guardians.table.ts';
import { guardianLink } from '../server/features/delivery/deliveries/guardians/links.ts';
import { wallClockAt } from '../server/platform/local-time.ts';
import type { Schedule } from '../shared/delivery/schedules.ts';
import { birthdayAtAge } from '../shared/people/guardians.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import type { TestApp } from './app.ts';
import { createLetter, createPerson, createRecipient, createSchedule, type Person } from './factories.ts';

// Maya is eleven, and her uncle Daniel decides about what is sent to her. No worker runs.

export interface Family {
  owner: Person;
  daniel: Recipient;
  maya: Recipient;
}

/** Her birthday is in forty days unless something else is given. */
export async function createFamily(
  testApp: TestApp,
  { child = {}, guardian = {} }: { child?: Record<string, unknown>; guardian?: Record<string, unknown> } = {},
): Promise<Family> {
  const owner = await createPerson(testApp, { plan: 'premium' });
  const daniel = await createRecipient(owner, { firstName: 'Daniel', relationship: 'sibling', ...guardian });
  const birthday = birthdayAtAge(dayIn(testApp, 40), -12);
  const maya = await createRecipient(owner, { birthday, guardianId: daniel.id, ...child });
  return { owner, daniel, maya };
}

/** The calendar day, in UTC, in this many days. */
export function dayIn({ clock }: TestApp, days: number): string {
  return wallClockAt(new Date(clock.now().getTime() + days * 86_400_000), 'UTC').localDate;
}

/** A letter for Maya, due in this many days at this time of day. */
export async function leaveForMaya(
  { clock }: Pick<TestApp, 'clock'>,
  { owner, maya }: Family,
  days: number,
  fields: Record<string, unknown> = {},
): Promise<Schedule> {
  const { id: memoryId } = await createLetter(owner);
  const deliveryDate = new Date(clock.now().getTime() + days * 86_400_000).toISOString();
  return createSchedule(owner, { memoryId, deliveryDate, recipientIds: [maya.id], ...fields });
}

/** Daniel is asked about what comes soon; returns the token of his page. */
export async function askDaniel(
  { services }: TestApp,
  { daniel, maya }: Pick<Family, 'daniel' | 'maya'>,
): Promise<string> {
  await sweepGuardians(services);
  const [link] = await services.db
    .select()
    .from(guardianLinks)
    .where(and(eq(guardianLinks.recipientId, maya.id), eq(guardianLinks.guardianId, daniel.id)));
  return link ? (guardianLink(services, link).split('/').at(-1) ?? '') : 'x'.repeat(43);
}
