import { ImapFlow } from 'imapflow';
import { isLoopback } from '../http/this-machine.ts';
import { type ImapMailbox, MailboxError, type OpenMailbox } from './bounce-mailbox.ts';

export interface ImapLimits {
  /** For reaching the server and receiving its greeting. */
  connectionMs: number;
  /** For silence while the server owes a response. */
  silenceMs: number;
}

const defaultLimits: ImapLimits = { connectionMs: 10_000, silenceMs: 20_000 };
/** More than a message of the largest size that is read. */
const maxAnswerBytes = 8 * 1_048_576;

/**
 * `url`: imaps://name:password@host:993/Folder, or imap:// for STARTTLS; INBOX by default. Credentials are sent to
 * another machine only over TLS. Each reading opens a new connection, since one that is kept open dies without notice.
 */
export function openImapMailbox(url: string, limits: ImapLimits = defaultLimits): ImapMailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const [user, folder] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1)) || 'INBOX'];
  const secure = protocol === 'imaps:';

  const read: ImapMailbox['read'] = async (work) => {
    const client = new ImapFlow({
      ...{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (secure ? 993 : 143), secure },
      ...(!secure && { doSTARTTLS: !isLoopback(hostname) }),
      auth: { user, pass: decodeURIComponent(password) },
      ...{ connectionTimeout: limits.connectionMs, greetingTimeout: limits.connectionMs },
      ...{ socketTimeout: limits.silenceMs, disableAutoIdle: true, logger: false },
      ...{
        maxLiteralSize: maxAnswerBytes,
        maxResponseSize: 2 * maxAnswerBytes,
        maxLineLength: maxAnswerBytes,
      },
    });
    // Whatever is in progress rejects with this error; without a listener it would end the process.
    client.on('error', () => undefined);
    try {
      await connect(client, folder);
      return await work(openedBy(client));
    } finally {
      client.close();
    }
  };
  return { name: `${user}@${hostname}/${folder}`, read, check: () => read(async () => undefined) };
}

async function connect(client: ImapFlow, folder: string): Promise<void> {
  try {
    await client.connect();
    await client.mailboxOpen(folder, { readOnly: true });
  } catch (cause) {
    throw refusalIn(cause, folder) ?? away(cause);
  }
}

/** A server that is overloaded refuses everybody for a while. */
const temporaryCodes = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'];

function refusalIn(cause: unknown, folder: string): MailboxError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { authenticationFailed, mailboxMissing, serverResponseCode = '' } = cause as ImapError;
  if (temporaryCodes.includes(serverResponseCode)) return undefined;
  if (authenticationFailed)
    return new MailboxError('The mail server refuses the name or password', { cause, isRefusal: true });
  return mailboxMissing
    ? new MailboxError(`There is no folder ${folder}`, { cause, isRefusal: true })
    : undefined;
}

interface ImapError extends Error {
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
  serverResponseCode?: string;
  code?: string;
}

function away(cause: unknown): MailboxError {
  const { code, message } = cause instanceof Error ? (cause as ImapError) : { message: String(cause) };
  return new MailboxError(`The mailbox cannot be read: ${code ?? message}`, { cause });
}

function openedBy(client: ImapFlow): OpenMailbox {
  if (!client.mailbox) throw new MailboxError('The mail server opened no mailbox');
  const { uidValidity } = client.mailbox;
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      throw client.usable ? error : away(error);
    }
  };
  return {
    uidValidity,
    uidsAfter: (uid) =>
      asking(async () => {
        const found = await client.search({ uid: `${uid + 1}:*` }, { uid: true });
        if (!found) throw away('no answer to a search');
        // A range that begins after the last message names the last one.
        return found.filter((each) => each > uid).sort((a, b) => a - b);
      }),
    fetch: (uid, maxLength) =>
      asking(async () => {
        const found = await client.fetchOne(String(uid), { source: { start: 0, maxLength } }, { uid: true });
        if (!client.usable) throw away('the connection was lost');
        return found ? found.source : undefined;
      }),
  };
}
