import { sql } from 'drizzle-orm';
import type { Database } from '../../../server/platform/database.ts';
import type { SignedIn } from '../../../shared/accounts/sign-in.ts';
import type { Schedule } from '../../../shared/delivery/schedules.ts';
import type { Memory } from '../../../shared/memories/memories.ts';
import type { Recipient } from '../../../shared/people/recipients.ts';
import { eventually } from '../../app.ts';
import { registration } from '../../factories.ts';
import { multipart } from '../../multipart.ts';
import { type Answer, type Call, call } from './requests.ts';

/** Somebody with an account who calls a process over HTTP. */
export interface Caller {
  id: string;
  /** The token of the session they believe is open; they may sign in again. */
  token: string;
  email: string;
  password: string;
  call(address: string, options: Omit<Call, 'token'>): Promise<Answer>;
}

/** Registers somebody at `address`; with `db`, on the largest plan as if they had paid, with the address confirmed. */
export async function registerCaller(address: string, db?: Database): Promise<Caller> {
  const json = registration();
  // A process that has only just started on a busy machine may say when to come back.
  const answer = await eventually(async () => {
    const said = await call(address, { method: 'POST', path: '/api/auth/register', json });
    return !(said.status === 503 && Number(said.headers['retry-after']) > 0) && said;
  }, 'the process to have time for a registration');
  const { token, user } = created<SignedIn>(answer);
  await db?.execute(
    sql`update users set subscription_plan = 'premium', email_verified_at = now() where id = ${user.id}`,
  );
  const caller: Caller = {
    id: user.id,
    token,
    email: json.email,
    password: json.password,
    call: (to, options) => call(to, { ...options, token: caller.token }),
  };
  return caller;
}

/** Tries to sign in; returns the new session's token, or undefined if the password is wrong. */
export async function signInWith(
  address: string,
  { email }: Caller,
  password: string,
): Promise<string | undefined> {
  const answer = await call(address, { method: 'POST', path: '/api/auth/login', json: { email, password } });
  if (answer.status === 401) return undefined;
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}: ${answer.bytes}`);
  return answer.json<SignedIn>().token;
}

/** Whether this session is open. */
export async function isOpen(address: string, token: string): Promise<boolean> {
  const { status, bytes } = await call(address, { path: '/api/auth/sessions', token });
  if (status !== 200 && status !== 401) throw new Error(`Asked for sessions it answered ${status}: ${bytes}`);
  return status === 200;
}

/** The record in a 201 response. */
export function created<T>(answer: Answer): T {
  if (answer.status !== 201) throw new Error(`Expected 201, got ${answer.status}: ${answer.bytes}`);
  return answer.json<T>();
}

export const letterForm = (title: string) =>
  multipart({ type: 'letter', title, recipient: 'Maya', content: `Dear Maya, this is ${title}.` });

async function sendLetter(caller: Caller, address: string): Promise<Memory> {
  const form = letterForm('For your thirtieth');
  return created(await caller.call(address, { method: 'POST', path: '/api/memories/upload', form }));
}

/** A letter that a worker has checked. */
export async function writeCheckedLetter(caller: Caller, address: string): Promise<Memory> {
  const { id } = await sendLetter(caller, address);
  return await eventually(async () => {
    const letter = (await caller.call(address, { path: `/api/memories/${id}` })).json<Memory>();
    return letter.isApproved && letter;
  }, 'the letter to be approved');
}

/** A letter that counts as checked. */
export async function writeLetter(caller: Caller, address: string, db: Database): Promise<Memory> {
  const letter = await sendLetter(caller, address);
  // The check itself is not tested here, and without a worker nobody would run it.
  await db.execute(sql`update memories set is_approved = true, checked_at = now() where id = ${letter.id}`);
  return letter;
}

export const recipientForm = (email: string) => ({
  firstName: 'Maya',
  lastName: 'Alvarez',
  relationship: 'child',
  email,
});

export async function addRecipient(caller: Caller, address: string, email: string): Promise<Recipient> {
  const json = recipientForm(email);
  return created(await caller.call(address, { method: 'POST', path: '/api/recipients', json }));
}

export async function scheduleLetter(
  caller: Caller,
  address: string,
  fields: { memoryId: string; recipientIds: string[]; deliveryDate: Date },
): Promise<Schedule> {
  const json = { deliveryType: 'scheduled', ...fields, deliveryDate: fields.deliveryDate.toISOString() };
  return created(await caller.call(address, { method: 'POST', path: '/api/schedules', json }));
}
