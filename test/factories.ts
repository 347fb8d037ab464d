import { eq } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { v7 } from 'uuid';
import { users } from '../server/features/accounts/profile/profile.table.ts';
import { memories } from '../server/features/memories/memories/memories.table.ts';
import type { User } from '../shared/accounts/accounts.ts';
import type { SignedIn } from '../shared/accounts/sign-in.ts';
import type { Schedule } from '../shared/delivery/schedules.ts';
import type { Series } from '../shared/delivery/series.ts';
import type { Memory } from '../shared/memories/memories.ts';
import type { MemoryType } from '../shared/memory-types.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import type { PlanKey } from '../shared/plans.ts';
import { eventually, type TestApp } from './app.ts';
import { type MediaFile, mediaFiles } from './media.ts';
import { multipart } from './multipart.ts';
import { quickRegistration } from './quick-registration.ts';

export const goodPassword = 'Quiet-Harbour-1994';

/** A signed-in person in a test. */
export interface Person {
  user: User;
  /** The current session's token; a test that gets a new one sets it here. */
  token: string;
  /** What their browser keeps: the session's cookie, which is good for reading, and the device's. */
  cookies: Record<string, string>;
  /** A request of this person, with the bearer token. */
  request(options: InjectOptions): Promise<InjectResponse>;
}

export function registration(changes: Record<string, unknown> = {}) {
  return {
    firstName: 'Ruth',
    lastName: 'Alvarez',
    email: `ruth.${v7()}@example.com`,
    dateOfBirth: '1948-03-02',
    password: goodPassword,
    ...changes,
  };
}

/** A person who has just registered; `plan` is set as if they had paid for it. */
export async function createPerson(
  testApp: TestApp,
  options: { plan?: PlanKey } & Record<string, unknown> = {},
): Promise<Person> {
  const { plan, ...fields } = options;
  const answer = await testApp.app.inject({
    method: 'POST',
    url: quickRegistration,
    payload: registration(fields),
  });
  if (answer.statusCode !== 201)
    throw new Error(`Registration answered ${answer.statusCode}: ${answer.body}`);
  const { token, user } = answer.json<SignedIn>();
  if (plan)
    await testApp.services.db.update(users).set({ subscriptionPlan: plan }).where(eq(users.id, user.id));
  const person: Person = {
    user,
    token,
    cookies: Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])),
    request: (request) =>
      testApp.app.inject({
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${person.token}` },
      }),
  };
  return person;
}

/** Somebody with the role of staff, who has just signed in. */
export async function createStaff(testApp: TestApp, fields: Record<string, unknown> = {}): Promise<Person> {
  const person = await createPerson(testApp, fields);
  await testApp.services.db.update(users).set({ isAdmin: true }).where(eq(users.id, person.user.id));
  return person;
}

async function created<T>(answer: InjectResponse, what: string): Promise<T> {
  if (answer.statusCode !== 201)
    throw new Error(`Creating ${what} answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<T>();
}

/** A memory of any kind, uploaded as a page does it. */
export async function uploadMemory(
  person: Person,
  fields: { type: MemoryType } & Record<string, string>,
  file?: MediaFile,
): Promise<Memory> {
  const form = multipart({ title: 'For Maya', recipient: 'Maya', ...fields }, file);
  const answer = await person.request({ method: 'POST', url: '/api/memories/upload', ...form });
  return created(answer, `a ${fields.type}`);
}

export function createLetter(person: Person, fields: Record<string, string> = {}): Promise<Memory> {
  const content = 'Dear Maya, here is my toast.';
  return uploadMemory(person, { type: 'letter', title: 'For your thirtieth', content, ...fields });
}

/** More than any plan allows, as if left over from a larger one. */
export async function addLetters({ services }: TestApp, { user }: Person, count: number): Promise<void> {
  const at = services.clock.now();
  const letter = { userId: user.id, type: 'letter', recipient: 'Maya', content: 'Dear Maya' } as const;
  await services.db.insert(memories).values(
    Array.from({ length: count }, (_, place) => ({
      ...letter,
      id: v7(),
      title: `Letter ${place + 1}`,
      isApproved: true,
      createdAt: at,
      updatedAt: at,
    })),
  );
}

/** A photo that is not checked yet, made by `change` from one that would pass. */
export async function createPhoto(
  person: Person,
  fields: Record<string, string> = {},
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<Memory> {
  const { bytes, ...file } = await mediaFiles.photo.jpeg();
  const photo = { type: 'photo', title: 'The harbour, early', ...fields } as const;
  return uploadMemory(person, photo, { ...file, bytes: change(bytes) });
}

/** A photo that the check leaves to a person: there is a web page after the picture. */
export function createHeldPhoto(person: Person, fields: Record<string, string> = {}): Promise<Memory> {
  return createPhoto(person, fields, (bytes) => Buffer.concat([bytes, Buffer.from('<html><body>')]));
}

/** A letter that has passed its check; the background half must be running. */
export async function createApprovedLetter(
  person: Person,
  fields: Record<string, string> = {},
): Promise<Memory> {
  const { id } = await createLetter(person, fields);
  return eventually(async () => {
    const memory = (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
    return memory.isApproved ? memory : undefined;
  }, 'the letter to be approved');
}

export async function createRecipient(
  person: Person,
  fields: Record<string, unknown> = {},
): Promise<Recipient> {
  const payload = {
    firstName: 'Maya',
    lastName: 'Alvarez',
    relationship: 'child',
    email: `maya.${v7()}@example.com`,
    ...fields,
  };
  return created(await person.request({ method: 'POST', url: '/api/recipients', payload }), 'a recipient');
}

export async function createSchedule(person: Person, fields: Record<string, unknown>): Promise<Schedule> {
  const payload = { deliveryType: 'scheduled', deliveryMethod: 'digital', ...fields };
  return created(await person.request({ method: 'POST', url: '/api/schedules', payload }), 'a schedule');
}

/** Every 4 May at noon in New York, from 2027 to 2031, without a memory unless some are named. */
export async function createSeries(person: Person, fields: Record<string, unknown>): Promise<Series> {
  const day = { month: 5, day: 4, localTime: '12:00', timezone: 'America/New_York' };
  const payload = { ...day, fromYear: 2027, untilYear: 2031, memoryId: null, ...fields };
  return created(await person.request({ method: 'POST', url: '/api/series', payload }), 'a series');
}
