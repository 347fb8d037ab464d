import { type SQL, sql } from 'drizzle-orm';
import { type LinkChannel, linkChannels } from '../../../../shared/outbox/channels.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { MessageFault, type OutgoingMail } from '../../../platform/mail/mail.ts';
import { returnPathFor } from '../../../platform/mail/return-path.ts';
import type { TextMessage } from '../../../platform/sms/sms.ts';
import { logAccepted, type NewEntry } from './send-log/send-log.ts';

// A message goes to one address by one channel at one instant, whatever it carries: deliveries, or a mail of ours. What it carries stands
// in rows, which one worker at a time claims and leases, and whose states are their features' own. Nothing is transmitted inside a
// transaction, since a transaction that fails is repeated.

/**
 * How long a worker that says nothing keeps its claims. Short, so that what a dead worker held goes out soon; a worker that
 * lives renews its claims.
 */
export const leaseSeconds = 30;
/** How often a worker renews the claims that it has not finished with. */
const renewEverySeconds = 10;

/** In a statement: the end of a lease that begins now. Workers may differ by seconds, so leases go by the database's clock. */
export function leaseEnd(clock: Clock): SQL {
  return sql`${clock.databaseNow()} + make_interval(secs => ${leaseSeconds})`;
}

/** Rows that this worker may send until their lease ends. */
export interface Claim {
  /** The fencing token, which stands in the rows: once a later claim has replaced it there, this one must not write anything. */
  claimId: string;
  rowIds: readonly string[];
  /** The end of the lease, in seconds of uptime: a clock that is set does not move it. */
  leaseUntilUptime: number;
  /** Another worker has claimed one of the rows since, or it is gone: they must not be sent. */
  isLost: boolean;
}

type Deps = Pick<Services, 'db' | 'clock'>;

/** Extends the leases of those rows that `claim` still holds; answers their ids. Only the feature that owns a table writes it. */
export type ExtendLeases = (deps: Deps, held: readonly { id: string; claim: string }[]) => Promise<string[]>;

/** Extends the leases of `claims`, and marks as lost those of which another worker has claimed a row since. */
export async function renewLeases(
  deps: Deps,
  extendLeases: ExtendLeases,
  claims: readonly Claim[],
): Promise<void> {
  if (claims.length === 0) return;
  const leaseUntilUptime = deps.clock.uptimeSeconds() + leaseSeconds;
  const rows = claims.flatMap(({ rowIds, claimId }) => rowIds.map((id) => ({ id, claim: claimId })));
  const held = new Set(await extendLeases(deps, rows));
  for (const claim of claims) {
    if (claim.rowIds.every((id) => held.has(id))) claim.leaseUntilUptime = leaseUntilUptime;
    else claim.isLost = true;
  }
}

/** Whether nobody else can have claimed any of the rows yet, as far as this worker knows. */
function holdsLeases({ clock }: Pick<Services, 'clock'>, claims: readonly Claim[]): boolean {
  if (claims.length === 0) return true;
  const now = clock.uptimeSeconds();
  return claims.every(({ isLost, leaseUntilUptime }) => !isLost && now < leaseUntilUptime);
}

/**
 * Does `work` while the leases of `unfinished` are renewed, which may become fewer. While the database is down they run out; the claims
 * hold unless another worker takes the rows.
 */
export async function whileLeased<T>(
  services: Services,
  extendLeases: ExtendLeases,
  unfinished: Iterable<Claim>,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(() => {
    renewLeases(services, extendLeases, [...unfinished]).catch((error) =>
      services.log.warn({ err: error }, 'the leases of messages in progress could not be renewed'),
    );
  }, renewEverySeconds * 1000);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

/** The channels by which this process can send: without a provider there are no text messages. An address of another one is passed over. */
export function sendingChannels({ config }: Pick<Services, 'config'>): readonly LinkChannel[] {
  return config.sms.kind === 'none' ? ['email'] : linkChannels;
}

/** What a message says: an email or a text message. A text's body is another one for each message, since providers know texts by it. */
export type MessageContent =
  | (Omit<OutgoingMail, 'messageId' | 'mayLeave' | 'onAccepted'> & { channel: 'email' })
  | (Pick<TextMessage, 'to' | 'body'> & { channel: 'text' });

export interface Message {
  /** The first row that it carries, for example `delivery.{id}`: every try has the same Message-ID. */
  key: string;
  /** Of its rows; none for a code, whose page waits for it. */
  claims?: readonly Claim[];
  /** A line of the send log for each row. */
  entries?: readonly NewEntry[];
  content: MessageContent;
  /** An earlier attempt may have reached the provider of text messages, which is asked first. */
  isRetry?: boolean;
}

/**
 * Hands a message over, whose sending is in the send log already; resolves once it was accepted and that is in the send log too. Throws
 * MessageFault, also where a lease has ended.
 */
export async function transmit(
  services: Services,
  { key, claims = [], entries = [], content, isRetry }: Message,
): Promise<void> {
  const mayLeave = () => holdsLeases(services, claims);
  if (!mayLeave()) throw new MessageFault('temporary', 'Another worker may be sending it');
  const onAccepted = () => logAccepted(services, entries);
  if (content.channel === 'text') {
    const { to, body } = content;
    await services.texter.send({ id: key, to, body, ...(isRetry && { isRetry }) });
    return onAccepted();
  }
  const { channel, ...mail } = content;
  const messageId = `${key}@${new URL(services.config.publicUrl).hostname}`;
  const returnPath = returnPathOf(services, entries);
  await services.mailer.send({ ...mail, messageId, mayLeave, onAccepted, ...(returnPath && { returnPath }) });
}

/** Names the first row that the message carries: if it comes back, that is what identifies it. */
function returnPathOf({ config, appSecret }: Services, [first]: readonly NewEntry[]): string | undefined {
  const { address } = config.bounces;
  if (!address || !first) return undefined;
  return returnPathFor(
    appSecret,
    address,
    'mail' in first
      ? { kind: 'mail', id: first.mail, attempt: 0 }
      : { kind: 'delivery', id: first.delivery, attempt: first.attempt },
  );
}
