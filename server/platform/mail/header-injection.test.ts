/** Nothing a person types may add a header, a recipient or a body to a mail. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../../../test/fakes/smtp-server.ts';
import type { Mailer, OutgoingMail } from './mail.ts';
import { openSmtpMailer } from './smtp-mailer.ts';

const mail: OutgoingMail = {
  messageId: 'delivery.1@example.org',
  to: 'maya@example.net',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text</p>',
};
const attack = 'Ada\r\nBcc: thief@example.com\r\n\r\nInjected body';

let smtp: FakeSmtpServer;
let mailer: Mailer;

beforeAll(async () => {
  smtp = await startSmtpServer();
  mailer = openSmtpMailer({ url: smtp.url, from: 'post@example.org' });
});

beforeEach(() => {
  smtp.messages.length = 0;
});

afterAll(async () => {
  await mailer.close();
  await smtp.close();
});

describe('security 58: line breaks stay inside the value they came in', () => {
  test.each<[string, Partial<OutgoingMail>]>([
    ["the sender's name", { fromName: attack }],
    ["the recipient's name", { toName: attack }],
    ['the subject', { subject: attack }],
    ['a header value', { headers: { 'X-Kind': attack } }],
    ['a header name', { headers: { [`X-Kind: a\r\nBcc: thief@example.com\r\nX-Rest`]: 'b' } }],
    ['the Message-ID', { messageId: `1@example.org>\r\nBcc: thief@example.com\r\nX-Rest: <2` }],
    ["a recipient's name that looks like a list", { toName: 'a" <thief@example.com>, "b' }],
    ["a sender's name that looks like an address", { fromName: 'Bank <bank@example.com>' }],
  ])('%s', async (_name, part) => {
    await mailer.send({ ...mail, ...part });
    const [message] = smtp.messages;
    const head = message?.raw?.split('\r\n\r\n')[0] ?? '';
    expect(message?.envelope.to).toEqual(['maya@example.net']);
    expect(head).not.toMatch(/^bcc:/im);
    expect(message?.parsed?.bcc).toBeUndefined();
    expect(message?.parsed?.to?.map(({ address }) => address)).toEqual(['maya@example.net']);
    expect(message?.parsed?.from?.address).toBe('post@example.org');
    expect(message?.parsed?.text?.trim()).toBe('Text');
  });
});

describe('security 58: anything but exactly one address is a permanent fault, before any connection', () => {
  test.each([
    'maya@example.net\r\nRCPT TO:<thief@example.com>',
    'maya@example.net\nthief@example.com',
    'maya@example.net\0',
    'maya@example.net,thief@example.com',
    'maya@example.net;thief@example.com',
    'maya@example.net thief@example.com',
    'Maya <maya@example.net>',
    '<maya@example.net>',
    'maya@thief.example@example.net',
    'maya@',
    '@example.net',
    'maya@example..net',
    'maya',
    '',
  ])('%j', async (to) => {
    const connections = smtp.connections;
    await expect(mailer.send({ ...mail, to })).rejects.toMatchObject({
      name: 'MessageFault',
      kind: 'permanent',
    });
    await expect(mailer.send({ ...mail, replyTo: to })).rejects.toMatchObject({ kind: 'permanent' });
    expect(smtp.connections).toBe(connections);
    expect(smtp.messages).toHaveLength(0);
  });

  test.each(['maya+letters@example.co.uk', "o'brien@example.net", 'jörg@büro.example', 'a@b'])(
    '%s is one',
    async (to) => {
      await mailer.send({ ...mail, to });
      expect(smtp.messages).toHaveLength(1);
      expect(smtp.messages[0]?.envelope.to).toHaveLength(1);
    },
  );
});

test('a NUL in subject, text or html is a permanent fault', async () => {
  for (const part of [{ subject: 'a\0' }, { text: 'a\0' }, { html: 'a\0' }]) {
    await expect(mailer.send({ ...mail, ...part })).rejects.toMatchObject({ kind: 'permanent' });
  }
  expect(smtp.messages).toHaveLength(0);
});
