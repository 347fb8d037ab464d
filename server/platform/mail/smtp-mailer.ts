/** Sends through an SMTP server over a connection pool, and classifies every failure. */
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { createTransport } from 'nodemailer';
import { refuseUnsendable, requireSender } from './address.ts';
import type { Mailer, OutgoingMail } from './mail.ts';
import type { Progress } from './smtp-faults.ts';
import { sortSmtpFault } from './smtp-faults.ts';

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
const CONNECTIONS = 5;
const BLOCK_BYTES = 16 * 1024;

/** The longest that `send` takes with the default limits. */
export const longestSendSeconds = (LIMITS.sendingMs + LIMITS.answerMs) / 1000;

/**
 * `url`: smtp://user:password@host:587, or smtps:// for implicit TLS. Its query may hold nodemailer options
 * (`?requireTLS=false`). Credentials are sent to another machine over TLS only, unless the query says otherwise.
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
  // Each mail has its own timer; the socket timeout must not end the wait for a reply before it.
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
      const joined = pipeline(message, new JoinedPieces(), () => undefined);
      joined.once('end', () => signal && atFinalDot.get(signal)?.());
      return joined;
    });
    done();
  });

  return {
    from: options.from,
    async send(mail) {
      refuseUnsendable(mail);
      const progress: Progress = { reachedFinalDot: false };
      // Not AbortSignal.timeout, whose timer keeps running after its mail was sent, one for each mail of a burst.
      const giveUp = new AbortController();
      const { signal } = giveUp;
      let timer = setTimeout(() => giveUp.abort(), limits.sendingMs);
      atFinalDot.set(signal, () => {
        progress.reachedFinalDot = true;
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
        throw sortSmtpFault(error, sender.address, { reachedFinalDot: false });
      } finally {
        once.close();
      }
    },
    async close() {
      pool.close();
    },
  };
}

/**
 * Joins the pieces of a message: nodemailer makes one of some twenty, each of which would be a write to the socket. Blocks
 * stay small enough to tell how far a long message has come.
 */
class JoinedPieces extends Transform {
  #pieces: Buffer[] = [];
  #bytes = 0;

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes >= BLOCK_BYTES) this.#pass();
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#pass();
    done();
  }

  #pass(): void {
    this.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#bytes = 0;
  }
}

function composeMessage(mail: OutgoingMail, sender: { name: string; address: string }) {
  return {
    // Set explicitly instead of derived from the headers: one message has one recipient, whatever a name contains.
    envelope: { from: sender.address, to: mail.to },
    messageId: `<${mail.messageId}>`,
    from: { name: mail.fromName ?? sender.name, address: sender.address },
    to: { name: mail.toName ?? '', address: mail.to },
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Keeps out-of-office replies from answering it.
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
  };
}

function mustEncrypt(url: string): boolean {
  const { protocol, username, hostname } = new URL(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'smtp:' && username !== '' && !isLoopback;
}
