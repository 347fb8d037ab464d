/** Sends through an SMTP server over a pool of connections, and says of every failure what it means. */
import { createTransport } from 'nodemailer';
import { refuseUnsendable, requireSender } from './address.ts';
import type { Mailer, OutgoingMail } from './mail.ts';
import type { Progress } from './smtp-faults.ts';
import { sortSmtpFault } from './smtp-faults.ts';

export interface SmtpLimits {
  connectionMs: number;
  greetingMs: number;
  /** From the call of send to the final dot, waiting for a free connection included. */
  sendingMs: number;
  /** From the final dot to the answer, also of a server that trickles it. */
  answerMs: number;
}

// Servers that look through a message answer its final dot late (RFC 5321, 4.5.3.2.6), and whoever hangs up on them sends
// it again and again. Before the dot nothing is lost by giving up, so a server that does not answer there is left soon.
const LIMITS: SmtpLimits = {
  connectionMs: 10_000,
  greetingMs: 10_000,
  sendingMs: 40_000,
  answerMs: 4 * 60_000,
};
const CONNECTIONS = 5;

/** No `send` of a mailer with the usual limits takes longer. */
export const longestSendSeconds = (LIMITS.sendingMs + LIMITS.answerMs) / 1000;

/**
 * `url`: smtp://user:password@host:587, or smtps:// for TLS from the first byte. Its query may hold nodemailer's
 * options (`?requireTLS=false`). Credentials go to another machine over TLS only, unless the query says otherwise.
 */
export function openSmtpMailer(options: { url: string; from: string; limits?: Partial<SmtpLimits> }): Mailer {
  const sender = requireSender(options.from);
  const limits = { ...LIMITS, ...options.limits };
  const atFinalDot = new WeakMap<AbortSignal, () => void>();
  const server = {
    url: options.url,
    requireTLS: mustEncrypt(options.url),
    connectionTimeout: limits.connectionMs,
    dnsTimeout: limits.connectionMs,
    greetingTimeout: limits.greetingMs,
  };
  // Each mail has its own timer; this one must not end the wait for an answer before it.
  const pool = createTransport({
    ...server,
    pool: true,
    maxConnections: CONNECTIONS,
    socketTimeout: limits.sendingMs + limits.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  pool.use('stream', (mail, done) => {
    const { signal } = mail.data;
    mail.message.processFunc((message) => {
      message.once('end', () => signal && atFinalDot.get(signal)?.());
      return message;
    });
    done();
  });

  return {
    from: options.from,
    async send(mail) {
      refuseUnsendable(mail);
      const progress: Progress = { handedOver: false };
      // Not AbortSignal.timeout, which goes on ticking for each mail of a burst after it was sent.
      const giveUp = new AbortController();
      const { signal } = giveUp;
      let timer = setTimeout(() => giveUp.abort(), limits.sendingMs);
      atFinalDot.set(signal, () => {
        progress.handedOver = true;
        clearTimeout(timer);
        timer = setTimeout(() => giveUp.abort(), limits.answerMs);
      });
      try {
        await pool.sendMail({ ...composeMessage(mail, sender), signal });
      } catch (error) {
        throw sortSmtpFault(error, mail.to, progress);
      } finally {
        clearTimeout(timer);
      }
    },
    async check() {
      const once = createTransport({ ...server, socketTimeout: limits.greetingMs });
      try {
        await once.verify();
      } catch (error) {
        throw sortSmtpFault(error, sender.address, { handedOver: false });
      } finally {
        once.close();
      }
    },
    async close() {
      pool.close();
    },
  };
}

function composeMessage(mail: OutgoingMail, sender: { name: string; address: string }) {
  return {
    // Named here and not read from the headers: one message has one recipient, whatever a name contains.
    envelope: { from: sender.address, to: mail.to },
    messageId: `<${mail.messageId}>`,
    from: { name: mail.fromName ?? sender.name, address: sender.address },
    to: { name: mail.toName ?? '', address: mail.to },
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Keeps holiday replies from answering a letter.
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
  };
}

function mustEncrypt(url: string): boolean {
  const { protocol, username, hostname } = new URL(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'smtp:' && username !== '' && !isLoopback;
}
