/** The product's API as its web uses it: over HTTP, signed in, one call a line. */
import type { SignedIn } from '../../shared/accounts.ts';
import type { Memory } from '../../shared/memories.ts';
import type { Recipient } from '../../shared/recipients.ts';
import type { Schedule } from '../../shared/schedules.ts';

export interface Session {
  ownerId: string;
  addRecipient(fields: object): Promise<Recipient>;
  addMemory(fields: Record<string, string>, file?: File): Promise<Memory>;
  addSchedule(fields: object): Promise<Schedule>;
  memories(): Promise<Memory[]>;
  schedules(): Promise<Schedule[]>;
}

/** Makes an account. `fields` as in the registration form. */
export async function register(address: string, fields: object): Promise<Session> {
  return openSession(address, await call<SignedIn>(address, 'POST', '/api/auth/register', { body: fields }));
}

/** Signs in to an account that is there already. */
export async function signIn(address: string, email: string, password: string): Promise<Session> {
  const body = { email, password };
  return openSession(address, await call<SignedIn>(address, 'POST', '/api/auth/login', { body }));
}

/** What a recipient does: presses "Open" on the page behind the link. */
export async function openReceived(address: string, token: string): Promise<void> {
  await call(address, 'POST', `/api/received/${token}/open`, { body: {} });
}

function openSession(address: string, { token, user }: SignedIn): Session {
  const send = <T>(method: string, path: string, body?: object | FormData) =>
    call<T>(address, method, path, { token, body });
  return {
    ownerId: user.id,
    addRecipient: (fields) => send('POST', '/api/recipients', fields),
    addMemory: (fields, file) => send('POST', '/api/memories/upload', formOf(fields, file)),
    addSchedule: (fields) => send('POST', '/api/schedules', fields),
    memories: () => send('GET', '/api/memories'),
    schedules: () => send('GET', '/api/schedules'),
  };
}

/** The file comes last, as in the page's own form. */
function formOf(fields: Record<string, string>, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', file);
  return form;
}

interface Call {
  token?: string;
  body?: object | FormData | undefined;
}

async function call<T>(
  address: string,
  method: string,
  path: string,
  { token, body }: Call = {},
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
