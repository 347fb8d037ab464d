/** Sends through an SMTP server over a connection pool, and classifies every failure. */
import { createTransport } from 'nodemailer';
import MailMessage from 'nodemailer/lib/mailer/mail-message';
import type MimeNode from 'nodemailer/lib/mime-node';
import pLimit from 'p-limit';
import { refuseUnsendable, requireSender } from './address.ts';
import { composeMessage } from './compose-message.ts';
import type { Mailer } from './mail.ts';
import { type Progress, sortSmtpFault } from './smtp-faults.ts';

export interface SmtpLimits {
  connectionMs: number;
  greetingMs: number;
  /** From the call of `send` to the final dot, including the wait for a free connection. */
  sendingMs: number;
  /** From the final dot to the complete reply, even if the server sends it byte by byte. */
  answerMs: number;
}

// Servers that scan a message reply late to its final dot (RFC 5321, 4.5.3.2.6), and a client that hangs up on them
// sends it again and again. Before the final dot nothing is lost by giving up, so the wait there is short.
const LIMITS: SmtpLimits = {
  connectionMs: 10_000,
  greetingMs: 10_000,
  sendingMs: 40_000,
  answerMs: 4 * 60_000,
};
/** Also the number of mails per process that can be in doubt at once: accepted, but not yet recorded as such. */
export const CONNECTIONS = 5;

/** The longest that `send` takes with the default limits. */
export const longestSendSeconds = (LIMITS.sendingMs + LIMITS.answerMs) / 1000;

/**
 * `url`: smtp://user:password@host:587, or smtps:// for implicit TLS. Its query may hold nodemailer options
 * (`?requireTLS=false`). Credentials are sent to another machine over TLS only, unless the query says otherwise.
 */
export function openSmtpMailer(options: { url: string; from: string; limits?: Partial<SmtpLimits> }): Mailer {
  const sender = requireSender(options.from);
  const limits = { ...LIMITS, ...options.limits };
  const server = {
    url: options.url,
    requireTLS: mustEncrypt(options.url),
    connectionTimeout: limits.connectionMs,
    dnsTimeout: limits.connectionMs,
    greetingTimeout: limits.greetingMs,
  };
  // Each mail has its own timer; the socket timeout must not end the wait for a reply before it.
  const mailer = createTransport({
    ...server,
    pool: true,
    maxConnections: CONNECTIONS,
    socketTimeout: limits.sendingMs + limits.answerMs,
  });
  // As `sendMail` does at its first call, for a `?proxy=` in the URL.
  if (mailer.getSocket) mailer.transporter.getSocket = mailer.getSocket;
  const inTurn = pLimit(CONNECTIONS);
  const sendComposed = (message: MimeNode, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const mail = new MailMessage(mailer, { signal });
      mail.message = message;
      mailer.transporter.send(mail, (error) => (error ? reject(error) : resolve()));
    });

  return {
    from: options.from,
    async send(mail) {
      refuseUnsendable(mail);
      const progress: Progress = { reachedFinalDot: false };
      // Not AbortSignal.timeout, whose timer keeps running after its mail was sent, one for each mail of a burst.
      const giveUp = new AbortController();
      let timer = setTimeout(() => giveUp.abort(), limits.sendingMs);
      const onRead = () => {
        progress.reachedFinalDot = true;
        clearTimeout(timer);
        timer = setTimeout(() => giveUp.abort(), limits.answerMs);
      };
      const onRefused = () => giveUp.abort();
      const transmit = async () => {
        giveUp.signal.throwIfAborted();
        await sendComposed(composeMessage(mail, { sender, onRead, onRefused }), giveUp.signal);
        clearTimeout(timer);
        await mail.onAccepted?.();
      };
      try {
        await Promise.race([inTurn(transmit), onceAborted(giveUp.signal)]);
      } catch (error) {
        throw sortSmtpFault(error, progress);
      } finally {
        clearTimeout(timer);
      }
    },
    async check() {
      const once = createTransport({ ...server, socketTimeout: limits.greetingMs });
      try {
        await once.verify();
      } catch (error) {
        throw sortSmtpFault(error, { reachedFinalDot: false });
      } finally {
        once.close();
      }
    },
    async close() {
      mailer.close();
    },
  };
}

/** This also ends a mail that still waits for a connection. */
function onceAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function mustEncrypt(url: string): boolean {
  const { protocol, username, hostname } = new URL(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'smtp:' && username !== '' && !isLoopback;
}
