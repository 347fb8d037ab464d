/** What a benchmark opens and plays: links to delivered letters, and one of the keeper's sounds. */
import type { Schedule } from '../shared/delivery/schedules.ts';
import type { Memory } from '../shared/memories/memories.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import { get, type SignedInKeeper, signIn, soundForm, untilChecked, uploadSound } from './client.ts';
import { soundOf } from './files.ts';
import { until } from './harness.ts';

const secondsAhead = 3;
const soundBytes = 2_000_000;

export interface ThingsToOpen {
  /** Paths of pages that nobody has opened yet; each can be opened once. */
  letters: string[];
  /** The path of a sound's page. */
  sound: string;
}

/** Has `count` people receive a letter from a product that keeps its emails. */
export async function leaveThingsToOpen(url: string, count: number): Promise<ThingsToOpen> {
  const keeper = await signIn(url);
  const [letter] = await get<Memory[]>(`${url}/api/memories`, keeper);
  if (!letter) throw new Error('The keeper has no letter');
  const emails = Array.from({ length: count }, (_, n) => `maya-${Date.now()}-${n}@example.com`);
  const people = await Promise.all(emails.map((email) => addRecipient(url, keeper, email)));
  await post<Schedule>(`${url}/api/schedules`, keeper, {
    memoryId: letter.id,
    deliveryDate: new Date(Date.now() + secondsAhead * 1000).toISOString(),
    deliveryType: 'scheduled',
    deliveryMethod: 'digital',
    recipientIds: people.map(({ id }) => id),
  });
  const sound = await uploadSound(url, keeper, soundForm(soundOf(soundBytes)));
  await untilChecked(url, keeper, sound.id);
  return { letters: await linksTo(url, keeper, emails), sound: `/memories/${sound.id}` };
}

function addRecipient(url: string, keeper: SignedInKeeper, email: string): Promise<Recipient> {
  const person = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child', email };
  return post(`${url}/api/recipients`, keeper, person);
}

async function linksTo(url: string, keeper: SignedInKeeper, emails: string[]): Promise<string[]> {
  let links: string[] = [];
  const haveAll = async () => {
    const mails = await get<{ to: string; text: string }[]>(`${url}/dev/mailbox.json`, keeper);
    links = mails
      .filter(({ to }) => emails.includes(to))
      .flatMap(({ text }) => /\/received\/[\w-]{43}/.exec(text)?.[0] ?? []);
    return links.length === emails.length;
  };
  await until(haveAll, 'the letters to be delivered', { everyMs: 250 });
  return links;
}

async function post<Answer>(url: string, keeper: SignedInKeeper, payload: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...keeper, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  const body = await answer.text();
  if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}: ${body}`);
  return JSON.parse(body) as Answer;
}
