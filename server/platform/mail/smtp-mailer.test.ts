import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/app.ts';
import {
  type FakeSmtpServer,
  type Reaction,
  type Step,
  startSmtpServer,
} from '../../../test/fakes/smtp-server.ts';
import type { Mailer, OutgoingMail } from './mail.ts';
import { CONNECTIONS, longestSendSeconds, openSmtpMailer } from './smtp-mailer.ts';

const mail: OutgoingMail = {
  messageId: 'delivery.1@example.org',
  to: 'maya@example.net',
  toName: 'Maya',
  fromName: 'Ada Holm',
  subject: 'Ada left something for you',
  text: 'It waits.',
  html: '<p>It waits.</p>',
};
/** Longer than even a busy machine needs. */
const longLimits = { connectionMs: 60_000, greetingMs: 60_000, sendingMs: 60_000, answerMs: 120_000 };
/** For a server that goes silent at a stage, where waiting longer would change nothing. */
const shortLimitsAt: Record<Step['stage'], Partial<typeof longLimits>> = {
  connect: { greetingMs: 300 },
  sender: { sendingMs: 1000 },
  recipient: { sendingMs: 1000 },
  message: { answerMs: 1000 },
};

let smtp: FakeSmtpServer;
let mailer: Mailer;

beforeEach(async () => {
  smtp = await startSmtpServer();
  mailer = openSmtpMailer({ url: smtp.url, from: 'Post <post@example.org>', limits: longLimits });
});

afterEach(async () => {
  await mailer.close();
  await smtp.close();
});

/** Replaces the mailer with one that waits no longer than `limits`. */
async function waitAtMost(limits: Partial<typeof longLimits>): Promise<void> {
  await mailer.close();
  mailer = openSmtpMailer({
    url: smtp.url,
    from: 'Post <post@example.org>',
    limits: { ...longLimits, ...limits },
  });
}

/** Reacts with `reaction` at one stage, and as usual at all others. */
function only(stage: Step['stage'], reaction: Reaction) {
  return (step: Step) => (step.stage === stage ? reaction : 'accept');
}

async function firstMessage() {
  const [message] = await smtp.received(1);
  if (!message?.parsed || message.raw === undefined) throw new Error('nothing was received');
  return { ...message, parsed: message.parsed, raw: message.raw };
}

describe('a message that is accepted', () => {
  test('arrives with its Message-ID, names, subject, text and html', async () => {
    await mailer.send({ ...mail, replyTo: 'ada@example.com', subject: 'Für später', text: 'Grüße\n.\nEnde' });
    const { parsed, messageId, envelope } = await firstMessage();
    expect(messageId).toBe(mail.messageId);
    expect(envelope).toEqual({ from: 'post@example.org', to: ['maya@example.net'] });
    expect(parsed.from).toMatchObject({ name: 'Ada Holm', address: 'post@example.org' });
    expect(parsed.to).toMatchObject([{ name: 'Maya', address: 'maya@example.net' }]);
    expect(parsed.replyTo).toMatchObject([{ address: 'ada@example.com' }]);
    expect(parsed.subject).toBe('Für später');
    expect(parsed.text?.trim()).toBe('Grüße\n.\nEnde');
    expect(parsed.html?.trim()).toBe(mail.html);
    expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('a hundred at once go over a few connections and arrive once each', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `delivery.${index}@example.org`);
    await Promise.all(ids.map((messageId) => mailer.send({ ...mail, messageId })));
    expect(smtp.messages.map((message) => message.messageId).sort()).toEqual([...ids].sort());
    expect(smtp.connections).toBeLessThanOrEqual(5);
  });

  test('no more of them than connections are in doubt: the next waits until an acceptance is written down', async () => {
    const written = Promise.withResolvers<void>();
    let accepted = 0;
    const onAccepted = () => {
      accepted += 1;
      return written.promise;
    };
    const sending = Array.from({ length: 4 * CONNECTIONS }, (_, n) =>
      mailer.send({ ...mail, messageId: `delivery.${n}@example.org`, onAccepted }),
    );
    await eventually(async () => accepted === CONNECTIONS, 'a mail on each connection');
    await mailer.check();
    expect(smtp.messages).toHaveLength(CONNECTIONS);
    written.resolve();
    await Promise.all(sending);
    expect(smtp.messages).toHaveLength(4 * CONNECTIONS);
  });

  test('one that waits too long for its turn is given up, unsent', async () => {
    await waitAtMost({ sendingMs: 300 });
    const written = Promise.withResolvers<void>();
    const onAccepted = () => written.promise;
    const first = Array.from({ length: CONNECTIONS }, () => mailer.send({ ...mail, onAccepted }));
    await smtp.received(CONNECTIONS);
    await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'temporary' });
    written.resolve();
    await Promise.all(first);
    expect(smtp.messages).toHaveLength(CONNECTIONS);
  });

  test('by a server that scans it for longer than every other step may take: one copy, no fault', async () => {
    const sendingMs = 3000;
    await waitAtMost({ sendingMs });
    const lookingThrough = new Promise<Reaction>((resolve) => setTimeout(resolve, sendingMs + 300, 'accept'));
    smtp.behave(({ stage }) => (stage === 'message' ? lookingThrough : 'accept'));
    await mailer.send(mail);
    expect(smtp.messages.map(({ messageId }) => messageId)).toEqual([mail.messageId]);
  });

  test('by default, minutes are allowed for that', () => {
    expect(longestSendSeconds).toBeGreaterThanOrEqual(4 * 60);
  });

  test('check succeeds against a server that answers', async () => {
    await expect(mailer.check()).resolves.toBeUndefined();
  });
});

describe('classifies faults', () => {
  test.each<[string, Step['stage'], Reaction, string]>([
    ['greeting 421', 'connect', { code: 421 }, 'temporary'],
    ['greeting 554: our host is not welcome, the address may be good', 'connect', { code: 554 }, 'temporary'],
    ['cut before the greeting', 'connect', 'drop', 'temporary'],
    ['no greeting', 'connect', 'stall', 'temporary'],
    ['sender refused 550: our setting, not the address', 'sender', { code: 550 }, 'temporary'],
    ['recipient 450 (greylisted)', 'recipient', { code: 450 }, 'temporary'],
    ['recipient 421', 'recipient', { code: 421 }, 'temporary'],
    ['recipient 550 user unknown', 'recipient', { code: 550 }, 'permanent'],
    ['recipient 501 bad address', 'recipient', { code: 501 }, 'permanent'],
    ['recipient 530 sign in first', 'recipient', { code: 530 }, 'temporary'],
    ['cut at the recipient', 'recipient', 'drop', 'temporary'],
    ['silence at the recipient', 'recipient', 'stall', 'temporary'],
    ['message 451', 'message', { code: 451 }, 'temporary'],
    ['message 552 too large', 'message', { code: 552 }, 'permanent'],
    ['message 554 refused', 'message', { code: 554 }, 'permanent'],
    ['taken over, then cut', 'message', 'drop', 'unknown'],
    ['silence after the final dot', 'message', 'stall', 'unknown'],
  ])('%s', async (_name, stage, reaction, kind) => {
    if (reaction === 'stall') await waitAtMost(shortLimitsAt[stage]);
    smtp.behave(only(stage, reaction));
    await expect(mailer.send(mail)).rejects.toMatchObject({ name: 'MessageFault', kind });
  });

  test.each<[number, 'mailbox' | 'service']>([
    [452, 'mailbox'],
    [450, 'mailbox'],
    [550, 'mailbox'],
    [421, 'service'],
    [454, 'service'],
    [530, 'service'],
  ])('%i to a recipient is about the %s', async (code, about) => {
    smtp.behave(only('recipient', { code }));
    await expect(mailer.send(mail)).rejects.toMatchObject({ about });
  });

  test.each<Step['stage']>(['connect', 'sender', 'recipient'])(
    'a silent %s is given up on sooner than a reply to the final dot',
    async (stage) => {
      await waitAtMost(shortLimitsAt[stage]);
      smtp.behave(only(stage, 'stall'));
      const start = performance.now();
      await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'temporary' });
      expect(performance.now() - start).toBeLessThan(longLimits.answerMs);
    },
  );

  test('check does not wait long for a server that says nothing', async () => {
    await waitAtMost(shortLimitsAt.connect);
    smtp.behave(only('connect', 'stall'));
    await expect(mailer.check()).rejects.toMatchObject({ kind: 'temporary', about: 'service' });
  });

  test('connection refused is temporary', async () => {
    await smtp.close();
    await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'temporary' });
    await expect(mailer.check()).rejects.toMatchObject({ kind: 'temporary' });
  });

  test('a cut after the final dot is not retried behind our back', async () => {
    const seen: string[] = [];
    smtp.behave(({ stage, messageId }) => {
      if (stage !== 'message') return 'accept';
      seen.push(messageId);
      return 'drop';
    });
    await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'unknown' });
    smtp.behave(() => 'accept');
    await mailer.send({ ...mail, messageId: 'delivery.2@example.org' });
    expect(seen).toEqual(['delivery.1@example.org']);
    expect(smtp.messages.map(({ messageId }) => messageId)).toEqual([
      'delivery.1@example.org',
      'delivery.2@example.org',
    ]);
  });

  test('a later message goes through after each kind of fault', async () => {
    await waitAtMost({ sendingMs: 3000 });
    for (const reaction of [{ code: 450 }, { code: 550 }, 'drop', 'stall'] satisfies Reaction[]) {
      smtp.behave(only('recipient', reaction));
      await expect(mailer.send(mail)).rejects.toThrow();
    }
    smtp.behave(() => 'accept');
    await mailer.send(mail);
    expect(smtp.messages).toHaveLength(1);
  });

  test('a pooled connection that the server has closed in the meantime loses no message', async () => {
    await mailer.send(mail);
    smtp.hangUp();
    await mailer.send({ ...mail, messageId: 'delivery.2@example.org' });
    expect(smtp.messages.map(({ messageId }) => messageId)).toEqual([
      'delivery.1@example.org',
      'delivery.2@example.org',
    ]);
    expect(smtp.connections).toBe(2);
  });

  test.each([
    ['as it was given', '<maya@example.net>'],
    ['in another case', '<Maya@EXAMPLE.net>:'],
    ['in another form', 'maya@xn--example.net,'],
    ['that it is passed on to', '"<m.private@home.example>"'],
  ])('no address is in the message of the fault: %s', async (_which, address) => {
    smtp.behave(only('recipient', { code: 550, text: `5.1.1 ${address} unknown` }));
    const fault = await mailer.send(mail).catch((error: Error) => error);
    expect(fault).toMatchObject({ kind: 'permanent' });
    expect(String(fault)).toMatch(/550.*\(address\).*unknown/);
    expect(String(fault)).not.toContain('@');
  });

  test('wrong credentials are temporary: they are ours, not the address', async () => {
    const guarded = await startSmtpServer({ credentials: { user: 'post', pass: 'right' } });
    const wrong = openSmtpMailer({ url: guarded.url.replace('right', 'wrong'), from: 'post@example.org' });
    const right = openSmtpMailer({ url: guarded.url, from: 'post@example.org' });
    await expect(wrong.send(mail)).rejects.toMatchObject({ kind: 'temporary' });
    await expect(wrong.check()).rejects.toMatchObject({ kind: 'temporary' });
    await right.check();
    await right.send(mail);
    expect(guarded.messages).toHaveLength(1);
    await Promise.all([wrong.close(), right.close(), guarded.close()]);
  });
});

test('credentials are sent to another machine over TLS only, unless configured otherwise', async () => {
  const guarded = await startSmtpServer({ credentials: { user: 'post', pass: 'right' } });
  // This machine, under a name that does not look like loopback.
  const url = guarded.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  const strict = openSmtpMailer({ url, from: 'post@example.org', limits: longLimits });
  const withTlsOff = openSmtpMailer({
    url: `${url}/?requireTLS=false`,
    from: 'post@example.org',
    limits: longLimits,
  });
  await expect(strict.send(mail)).rejects.toMatchObject({ kind: 'temporary' });
  expect(guarded.signIns).toBe(0);
  await withTlsOff.send(mail);
  expect(guarded.signIns).toBe(1);
  await Promise.all([strict.close(), withTlsOff.close(), guarded.close()]);
});

test('a proxy in the query of the address is gone through', async () => {
  const asked: string[] = [];
  const proxy = createServer((client) => {
    client.once('data', (request) => {
      asked.push(request.toString('latin1').split('\r\n')[0] ?? '');
      const server = connect(Number(new URL(smtp.url).port), '127.0.0.1');
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(server).pipe(client);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const url = `smtp://mail.example:25/?proxy=http://127.0.0.1:${port}`;
  const through = openSmtpMailer({ url, from: 'post@example.org', limits: longLimits });
  await through.send(mail);
  expect(asked).toEqual(['CONNECT mail.example:25 HTTP/1.1']);
  expect(smtp.messages).toHaveLength(1);
  await through.close();
  await new Promise<void>((resolve) => proxy.close(() => resolve()));
});

describe('servers that break the protocol', () => {
  let server: Server;
  const sockets = new Set<Socket>();

  const limits = { ...longLimits, answerMs: 2000 };

  async function listen(onConnection: (socket: Socket) => void): Promise<Mailer> {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'post@example.org', limits });
  }

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  /** A server without extensions; `atData` is called with each chunk that follows the 354. */
  function speak(socket: Socket, atData: (isWhole: boolean) => void) {
    let inData = false;
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (inData) return atData(text.endsWith('\r\n.\r\n'));
      inData = text.startsWith('DATA');
      socket.write(inData ? '354 go on\r\n' : '250 fine\r\n');
    });
  }

  test('a greeting that is not SMTP is temporary', async () => {
    const other = await listen((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(other.send(mail)).rejects.toMatchObject({ kind: 'temporary' });
    await other.close();
  });

  test('a reply to the final dot that is not SMTP leaves the outcome unknown', async () => {
    const other = await listen((socket) =>
      speak(socket, (isWhole) => isWhole && socket.write('yes, thank you\r\n')),
    );
    await expect(other.send(mail)).rejects.toMatchObject({ kind: 'unknown' });
    await other.close();
  });

  test('a cut in the middle of the message is temporary: without its final dot nobody has accepted it', async () => {
    const other = await listen((socket) => speak(socket, () => socket.destroy()));
    const text = 'A long line of a long letter. '.repeat(400_000);
    await expect(other.send({ ...mail, text })).rejects.toMatchObject({ kind: 'temporary' });
    await other.close();
  });

  test('a reply that trickles forever ends within the total time, outcome unknown', async () => {
    const other = await listen((socket) =>
      speak(socket, (isWhole) => {
        if (!isWhole) return;
        const drip = setInterval(() => socket.write('250-wait\r\n'), 50);
        socket.once('close', () => clearInterval(drip));
      }),
    );
    const start = performance.now();
    await expect(other.send(mail)).rejects.toMatchObject({ kind: 'unknown' });
    expect(performance.now() - start).toBeLessThan(limits.sendingMs + limits.answerMs + 1000);
    await other.close();
  });
});
