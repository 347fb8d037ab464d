/** The product's API as the web uses it: over HTTP, signed in, one method per call. */
import type { SignedIn } from '../../shared/accounts/sign-in.ts';
import type { ReleaseWishes, ReleaseWishesForm } from '../../shared/after-death/release-wishes.ts';
import type { BillingPeriod, PaidPlanKey } from '../../shared/billing/billing.ts';
import type { Checkout } from '../../shared/billing/checkout.ts';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { Series } from '../../shared/delivery/series.ts';
import type { PhysicalItem } from '../../shared/keepsakes/physical-items.ts';
import type { LegacyAnswer } from '../../shared/memories/legacy.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import type { PlacedGiftOrder } from '../../shared/store/gift-orders.ts';

interface Credentials {
  email: string;
  password: string;
}

/** One browser's view of the product, and what that browser remembers between visits. */
export interface Visitor {
  address: string;
  /** Keyed by the email address that signed in, so that the product recognises the device. */
  cookies: Map<string, string>;
}

export interface Session {
  ownerId: string;
  token: string;
  addRecipient(fields: object): Promise<Recipient>;
  /** Names who gets things meant for a recipient who has died. */
  nameSubstitute(recipient: Recipient, substitute: Recipient): Promise<Recipient>;
  saveWishes(wishes: ReleaseWishesForm): Promise<ReleaseWishes>;
  addMemory(fields: Record<string, string>, file?: File): Promise<Memory>;
  /** Replaces the file of a memory. */
  replaceFile(memoryId: string, file: File): Promise<Memory>;
  /** Answers a question of the journal. */
  answer(questionIndex: number, answer: string): Promise<LegacyAnswer>;
  /** Attaches the journal to a letter, as a book. */
  putJournalWith(letter: Memory): Promise<Memory>;
  addSchedule(fields: object): Promise<Schedule>;
  addSeries(fields: object): Promise<Series>;
  orderPlan(subscriptionPlan: PaidPlanKey, billingPeriod: BillingPeriod): Promise<Checkout>;
  orderGifts(fields: object): Promise<PlacedGiftOrder>;
  addItem(fields: object): Promise<PhysicalItem>;
  addItemPicture(itemId: string, file: File): Promise<unknown>;
  memories(): Promise<Memory[]>;
  schedules(): Promise<Schedule[]>;
}

/** Registers an account. `fields` as in the registration form. */
export async function register(visitor: Visitor, fields: Credentials): Promise<Session> {
  return enter(visitor, '/api/auth/register', fields);
}

/** Signs in to an existing account. */
export async function signIn(visitor: Visitor, { email, password }: Credentials): Promise<Session> {
  return enter(visitor, '/api/auth/login', { email, password });
}

/** Opens what is waiting for `recipient`, always on the same device, by pressing "Open" on the page behind the link. */
export async function openReceived(
  { address, cookies }: Visitor,
  recipient: string,
  token: string,
): Promise<void> {
  const answer = await send(address, 'POST', `/api/received/${token}/open`, {
    body: {},
    cookie: cookies.get(recipient) ?? '',
  });
  cookies.set(recipient, cookiesOf(answer));
}

/** Pays on the sandbox page at `url`. */
export async function payOnPage({ address }: Visitor, url: string): Promise<void> {
  const paymentId = new URL(url).pathname.split('/').at(-1);
  await send(address, 'POST', `/api/sandbox-payments/${paymentId}/pay`, {});
}

async function enter({ address, cookies }: Visitor, path: string, body: Credentials): Promise<Session> {
  const answer = await send(address, 'POST', path, { body, cookie: cookies.get(body.email) ?? '' });
  cookies.set(body.email, cookiesOf(answer));
  return openSession(address, (await answer.json()) as SignedIn);
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function openSession(address: string, { token, user }: SignedIn): Session {
  const ask = async <T>(method: string, path: string, body?: object) =>
    (await (await send(address, method, path, { token, body })).json()) as T;
  return {
    ownerId: user.id,
    token,
    addRecipient: (fields) => ask('POST', '/api/recipients', fields),
    nameSubstitute: (recipient, { id: substituteId }) =>
      ask('PUT', `/api/recipients/${recipient.id}`, { ...recipient, substituteId }),
    saveWishes: (wishes) => ask('PUT', '/api/release-wishes', wishes),
    addMemory: (fields, file) => ask('POST', '/api/memories/upload', formOf(fields, file)),
    replaceFile: (memoryId, file) => ask('PATCH', `/api/memories/${memoryId}`, formOf({}, file)),
    answer: (questionIndex, answer) => ask('POST', '/api/legacy-answers', { questionIndex, answer }),
    putJournalWith: ({ id }) => ask('PATCH', `/api/memories/${id}`, { withJournal: true }),
    addSchedule: (fields) => ask('POST', '/api/schedules', fields),
    addSeries: (fields) => ask('POST', '/api/series', fields),
    orderPlan: (subscriptionPlan, billingPeriod) =>
      ask('POST', '/api/create-checkout-session', { subscriptionPlan, billingPeriod }),
    orderGifts: (fields) => ask('POST', '/api/gift-orders', fields),
    addItem: (fields) => ask('POST', '/api/physical-items', fields),
    addItemPicture: (itemId, file) => ask('POST', `/api/physical-items/${itemId}/images`, formOf({}, file)),
    memories: () => ask('GET', '/api/memories'),
    schedules: () => ask('GET', '/api/schedules'),
  };
}

/** The file comes last, as in the upload form. */
function formOf(fields: Record<string, string>, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', file);
  return form;
}

interface Sent {
  token?: string;
  cookie?: string;
  body?: object | undefined;
}

/** Sends a request to the product. Throws if it is refused. */
export async function send(address: string, method: string, path: string, sent: Sent): Promise<Response> {
  const { token, cookie, body } = sent;
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
