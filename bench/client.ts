/** Sequential requests to the product over one keep-alive connection, as the account of the seed data. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Memory } from '../shared/memories/memories.ts';
import { multipart } from '../test/multipart.ts';
import { until } from './harness.ts';
import { keeper } from './seed.ts';

export interface SignedInKeeper {
  authorization: string;
}

/** Cookies by which the product recognises the browser; kept across sign-ins, as a browser does. */
const cookies = new Map<string, string>();

const connection = new Agent({ keepAlive: true, maxSockets: 1 });

/** Signs in as the web page does. Uses `node:http`: `fetch` costs this process half a millisecond more, which is not the product's. */
export async function signIn(url: string, account: typeof keeper = keeper): Promise<SignedInKeeper> {
  const body = JSON.stringify(account);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(`${url}/api/auth/login`, {
      method: 'POST',
      agent: connection,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        cookie: [...cookies.values()].join('; '),
      },
    })
      .once('response', resolve)
      .once('error', reject)
      .end(body),
  );
  for (const cookie of answer.headers['set-cookie'] ?? []) {
    cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(0, cookie.indexOf(';')));
  }
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`Signing in answered ${answer.statusCode}: ${said}`);
  const { token } = JSON.parse(said) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** A GET that must return 200, read in full. */
export async function get<Body>(url: string, headers: SignedInKeeper): Promise<Body> {
  const answer = await fetch(url, { headers: { ...headers } });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${body}`);
  return JSON.parse(body) as Body;
}

/** Uploads a sound and returns the memory. The body is sent as one chunk, so that sending it costs us little. */
export async function uploadSound(url: string, headers: SignedInKeeper, form: UploadForm): Promise<Memory> {
  const answer = await fetch(`${url}/api/memories/upload`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: new Uint8Array(form.payload),
  });
  const body = await answer.text();
  if (answer.status !== 201) throw new Error(`An upload answered ${answer.status}: ${body}`);
  return JSON.parse(body) as Memory;
}

export type UploadForm = ReturnType<typeof soundForm>;

export function soundForm(bytes: Buffer) {
  const file = { name: 'toast.wav', contentType: 'audio/wav', bytes };
  return multipart({ type: 'audio', title: 'A toast', recipient: 'Maya' }, file);
}

/** Waits for the memory's check to end, so that it is not measured with what follows. */
export async function untilChecked(url: string, headers: SignedInKeeper, id: string): Promise<void> {
  const isChecked = async () => {
    const { isApproved, heldReason } = await get<Memory>(`${url}/api/memories/${id}`, headers);
    return isApproved || heldReason !== null;
  };
  await until(isChecked, 'a memory to be checked', { everyMs: 50 });
}

export async function deleteMemory(url: string, headers: SignedInKeeper, id: string): Promise<void> {
  const answer = await fetch(`${url}/api/memories/${id}`, { method: 'DELETE', headers: { ...headers } });
  if (!answer.ok) throw new Error(`Deleting a memory answered ${answer.status}: ${await answer.text()}`);
}
