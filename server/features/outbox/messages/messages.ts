import { type SQL, sql } from 'drizzle-orm';
import { type LinkChannel, linkChannels } from '../../../../shared/outbox/channels.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { MessageFault, type OutgoingMail } from '../../../platform/mail/mail.ts';
import { returnPathFor } from '../../../platform/mail/return-path.ts';
import type { TextMessage } from '../../../platform/sms/sms.ts';
import { logAccepted, type NewEntry } from './send-log/send-log.ts';

// A message goes to one address by one channel at one instant, whatever it carries: deliveries, or a mail of
// ours. Its contents are rows, which one worker at a time claims and leases, and whose states belong to their
// features. Nothing is transmitted inside a transaction, since a transaction that fails is repeated.

/**
 * How long a silent worker keeps its claims. Short, so that what a dead worker held goes out soon; a live
 * worker renews its claims.
 */
export const leaseSeconds = 30;
/** How often a worker renews its unfinished claims. */
const renewEverySeconds = 10;

/** SQL: the end of a lease that begins now. Workers' clocks may differ by seconds, so leases use the database's clock. */
export function leaseEnd(clock: Clock): SQL {
  return sql`${clock.databaseNow()} + make_interval(secs => ${leaseSeconds})`;
}

/**
 * SQL: which server this is and which copy of the data: another after a failover to a standby, which may lack the last seconds, after a
 * restart, and once a backup has been restored.
 */
export const identityOfDatabase = sql`concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
  pg_relation_filenode('outbox_mails'::regclass), pg_relation_filenode('delivery_queue'::regclass))`;

/** SQL: whether this worker has compared this database with the send log. What it may have sent is not claimed before. */
export function isCompared({ compared }: Pick<Services, 'compared'>): SQL {
  return compared.server === undefined ? sql`true` : sql`${identityOfDatabase} = ${compared.server}`;
}

/** Rows that this worker may send until their lease ends. */
export interface Claim {
  /** The fencing token, stored in the rows: once a later claim has replaced it there, this one must not write anything. */
  claimId: string;
  rowIds: readonly string[];
  /** The end of the lease, in seconds of uptime, which setting the clock does not change. */
  leaseUntilUptime: number;
  /** Another worker has claimed one of the rows since, or it is gone: they must not be sent. */
  isLost: boolean;
}

type Deps = Pick<Services, 'db' | 'clock'>;

/** Extends the leases of those rows that `claim` still holds; returns their ids. Only the feature that owns a table writes it. */
export type ExtendLeases = (deps: Deps, held: readonly { id: string; claim: string }[]) => Promise<string[]>;

/** Extends the leases of `claims`, and marks as lost those with a row that another worker has claimed since. */
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

/** Whether, as far as this worker knows, nobody else can have claimed any of the rows yet. */
function holdsLeases({ clock }: Pick<Services, 'clock'>, claims: readonly Claim[]): boolean {
  if (claims.length === 0) return true;
  const now = clock.uptimeSeconds();
  return claims.every(({ isLost, leaseUntilUptime }) => !isLost && now < leaseUntilUptime);
}

/**
 * Does `work` while renewing the leases of `unfinished`, which may shrink. While the database is down they
 * expire; the claims still hold unless another worker takes the rows.
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

/** The channels by which this process can send: without a provider there are no text messages. Addresses of other channels are skipped. */
export function sendingChannels({ config }: Pick<Services, 'config'>): readonly LinkChannel[] {
  return config.sms.kind === 'none' ? ['email'] : linkChannels;
}

/** What a message says: an email or a text message. A text's body is different for each message, since providers identify texts by it. */
export type MessageContent =
  | (Omit<OutgoingMail, 'messageId' | 'mayLeave' | 'onAccepted'> & { channel: 'email' })
  | (Pick<TextMessage, 'to' | 'body'> & { channel: 'text' });

export interface Message {
  /** Names the first row that it carries, for example `delivery.{id}`: every try has the same Message-ID. */
  key: string;
  /** The claims of its rows; none for a code, which somebody waits for at a page. */
  claims?: readonly Claim[];
  /** A send log line for each row. */
  entries?: readonly NewEntry[];
  content: MessageContent;
  /** An earlier attempt may have reached the text message provider, which is asked first. */
  isRetry?: boolean;
}

/**
 * Hands over a message whose sending is already in the send log; resolves once it was accepted and that is in
 * the send log too. Throws MessageFault, also if a lease has ended.
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

/** Names the first row that the message carries: if it comes back, this identifies it. */
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
