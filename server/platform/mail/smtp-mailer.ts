/** Sends through an SMTP server over a pool of connections, and says of every failure what it means. */
import { createTransport } from 'nodemailer';
import { refuseUnsendable, requireSender } from './address.ts';
import type { Mailer, OutgoingMail } from './mail.ts';
import type { Progress } from './smtp-faults.ts';
import { sortSmtpFault } from './smtp-faults.ts';

export interface SmtpLimits {
  connectionMs: number;
  greetingMs: number;
  /** Longest silence of the server between two answers. */
  silenceMs: number;
  /** From the call of send to its end, waiting for a free connection included. */
  totalMs: number;
}

// The total stays well below a delivery's lease (60 s), also against a server that trickles its answers.
const LIMITS: SmtpLimits = { connectionMs: 10_000, greetingMs: 10_000, silenceMs: 20_000, totalMs: 40_000 };
const CONNECTIONS = 5;

/**
 * `url`: smtp://user:password@host:587, or smtps:// for TLS from the first byte. Its query may hold nodemailer's
 * options (`?requireTLS=false`). Credentials go to another machine over TLS only, unless the query says otherwise.
 */
export function openSmtpMailer(options: { url: string; from: string; limits?: Partial<SmtpLimits> }): Mailer {
  const sender = requireSender(options.from);
  const limits = { ...LIMITS, ...options.limits };
  const inProgress = new WeakMap<AbortSignal, Progress>();
  const pool = createTransport({
    url: options.url,
    pool: true,
    maxConnections: CONNECTIONS,
    requireTLS: mustEncrypt(options.url),
    connectionTimeout: limits.connectionMs,
    dnsTimeout: limits.connectionMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  pool.use('stream', (mail, done) => {
    const progress = mail.data.signal && inProgress.get(mail.data.signal);
    mail.message.processFunc((message) => {
      message.once('end', () => {
        if (progress) progress.handedOver = true;
      });
      return message;
    });
    done();
  });

  return {
    from: options.from,
    async send(mail) {
      refuseUnsendable(mail);
      const progress = { handedOver: false };
      // Not AbortSignal.timeout, which goes on ticking for each mail of a burst after it was sent.
      const giveUp = new AbortController();
      const { signal } = giveUp;
      const timer = setTimeout(() => giveUp.abort(), limits.totalMs);
      inProgress.set(signal, progress);
      try {
        await pool.sendMail({ ...composeMessage(mail, sender), signal });
      } catch (error) {
        throw sortSmtpFault(error, mail.to, progress);
      } finally {
        clearTimeout(timer);
      }
    },
    async check() {
      try {
        await pool.verify();
      } catch (error) {
        throw sortSmtpFault(error, sender.address, { handedOver: false });
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
