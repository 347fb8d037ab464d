/**
 * A real SMTP server on loopback that keeps what it receives and can be told to misbehave at every stage.
 *
 *   const smtp = await startSmtpServer();
 *   smtp.behave(({ stage, to }) => (stage === 'recipient' && to === 'gone@example.org' ? { code: 550 } : 'accept'));
 *   const mailer = openSmtpMailer({ url: smtp.url, from: 'post@example.org' });
 *   … await smtp.received(3); expect(smtp.messages.map((mail) => mail.messageId)) …
 *
 * For many thousands of messages use `keep: 'ids'`: nothing is parsed, and only Message-ID and envelope are kept.
 */
import type { AddressInfo, Socket } from 'node:net';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';

export interface ReceivedMail {
  /** Without angle brackets. */
  messageId: string;
  envelope: { from: string; to: string[] };
  /** The message as it came, and as parsed by PostalMime; absent with `keep: 'ids'`. */
  raw?: string;
  parsed?: Email;
}

export interface Step {
  /** In this order; `message` is after the final dot, when only the server's response is missing. */
  stage: 'connect' | 'sender' | 'recipient' | 'message';
  /** The recipient; empty before `recipient`. */
  to: string;
  /** Empty before `message`. */
  messageId: string;
}

/**
 * - `accept`: the normal response.
 * - `{ code, text }`: refused with this response.
 * - `drop`: the connection is cut without a response; at `message` the mail is KEPT, as by a server that accepted it.
 * - `drop-unkept`: like `drop`, but the mail is forgotten.
 * - `stall`: silence; at `message` the mail is kept.
 */
export type Reaction = 'accept' | 'drop' | 'drop-unkept' | 'stall' | { code: number; text?: string };

/** Called at every stage of every message. A promise pauses the conversation there until it settles. */
export type Behaviour = (step: Step) => Reaction | Promise<Reaction>;

export interface FakeSmtpServer {
  url: string;
  messages: ReceivedMail[];
  /** Connections opened so far. */
  readonly connections: number;
  /** Sign-in attempts so far, right or wrong. */
  readonly signIns: number;
  behave(behaviour: Behaviour): void;
  /** Resolves once `count` messages are kept in total. */
  received(count: number): Promise<ReceivedMail[]>;
  /** Cuts every open connection, as a server does with idle ones or at its restart. */
  hangUp(): void;
  close(): Promise<void>;
}

export interface FakeSmtpOptions {
  port?: number;
  keep?: 'all' | 'ids';
  /** If given, clients must sign in with these. */
  credentials?: { user: string; pass: string };
}

export async function startSmtpServer(options: FakeSmtpOptions = {}): Promise<FakeSmtpServer> {
  const { keep = 'all', credentials } = options;
  const messages: ReceivedMail[] = [];
  const sockets = new Map<number, Socket>();
  const waiting: { count: number; resolve: (messages: ReceivedMail[]) => void }[] = [];
  let connections = 0;
  let signIns = 0;
  let behaviour: Behaviour = () => 'accept';

  const hangUp = () => {
    for (const socket of sockets.values()) socket.destroy();
  };
  const store = (mail: ReceivedMail) => {
    messages.push(mail);
    for (const one of waiting) if (messages.length >= one.count) one.resolve(messages);
  };
  const carryOut = async (step: Step, session: SMTPServerSession, callback: Answer, mail?: ReceivedMail) => {
    const reaction = await behaviour(step);
    const isKept = reaction === 'accept' || reaction === 'drop' || reaction === 'stall';
    if (mail && isKept) store(mail);
    if (reaction === 'accept') callback();
    else if (typeof reaction === 'object') callback(refusal(reaction));
    else if (reaction !== 'stall') sockets.get(session.remotePort)?.destroy();
  };

  const server = new SMTPServer({
    ...quiet,
    ...requireSignIn(credentials, () => {
      signIns += 1;
    }),
    onConnect(session, callback) {
      connections += 1;
      void carryOut({ stage: 'connect', to: '', messageId: '' }, session, callback);
    },
    onMailFrom(_address, session, callback) {
      void carryOut({ stage: 'sender', to: '', messageId: '' }, session, callback);
    },
    onRcptTo({ address }, session, callback) {
      void carryOut({ stage: 'recipient', to: address, messageId: '' }, session, callback);
    },
    async onData(stream, session, callback) {
      const mail = await readMail(stream, session, keep);
      // The connection was cut in the middle of the message, so there is nobody to respond to.
      if (!mail) return;
      const [to = ''] = mail.envelope.to;
      await carryOut({ stage: 'message', to, messageId: mail.messageId }, session, callback, mail);
    },
  });
  // Without a listener a cut connection would end the process.
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    const port = socket.remotePort;
    if (port === undefined) return;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', () => resolve()));

  const { port } = server.server.address() as AddressInfo;
  const login = credentials
    ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.pass)}@`
    : '';
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    messages,
    get connections() {
      return connections;
    },
    get signIns() {
      return signIns;
    },
    behave(next) {
      behaviour = next;
    },
    received(count) {
      if (messages.length >= count) return Promise.resolve(messages);
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
    hangUp,
    close() {
      hangUp();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Answer = (error?: Error | null) => void;

const quiet: SMTPServerOptions = {
  logger: false,
  disableReverseLookup: true,
  hideENHANCEDSTATUSCODES: false,
  maxAllowedUnauthenticatedCommands: false,
  closeTimeout: 100,
};

function requireSignIn(credentials: FakeSmtpOptions['credentials'], onTry: () => void): SMTPServerOptions {
  if (!credentials) return { authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] };
  return {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      onTry();
      const isRight = username === credentials.user && password === credentials.pass;
      if (isRight) callback(null, { user: username });
      else callback(refusal({ code: 535, text: 'Authentication failed' }));
    },
  };
}

function refusal({ code, text = 'Refused' }: { code: number; text?: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

async function readMail(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  keep: 'all' | 'ids',
): Promise<ReceivedMail | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch {
    return undefined;
  }
  const raw = Buffer.concat(chunks);
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
  const text = raw.toString('utf8');
  const messageId = /^message-id:\s*<([^>]*)>/im.exec(text)?.[1] ?? '';
  if (keep === 'ids') return { messageId, envelope };
  return { messageId, envelope, raw: text, parsed: await PostalMime.parse(raw) };
}
