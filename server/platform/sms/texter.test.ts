import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeTwilio,
  startTwilioServer,
  type TwilioReaction,
} from '../../../test/fakes/twilio-server.ts';
import { requirePhoneNumber, type Texter } from './sms.ts';
import { openTwilioTexter } from './twilio-texter.ts';

const account = { sid: `AC${'1'.repeat(32)}`, token: 'a-token' };
const from = '+15555550100';
const message = {
  id: 'delivery.1',
  to: '+44 7700 900123',
  body: 'Ada left something for you: http://localhost/received/abc',
};

let twilio: FakeTwilio;
let texter: Texter;

beforeEach(async () => {
  twilio = await startTwilioServer(account);
  texter = open(60_000);
});

function open(timeoutMs: number): Texter {
  return openTwilioTexter({
    accountSid: account.sid,
    authToken: account.token,
    from,
    baseUrl: twilio.url,
    timeoutMs,
  });
}

afterEach(async () => {
  await texter.close();
  await twilio.close();
});

test('a text message arrives at the number, without its separators', async () => {
  await texter.send(message);
  expect(twilio.messages).toMatchObject([{ to: '+447700900123', from, body: message.body }]);
});

test('a messaging service is sent as such', async () => {
  const other = openTwilioTexter({
    accountSid: account.sid,
    authToken: account.token,
    from: `MG${'2'.repeat(32)}`,
    baseUrl: twilio.url,
  });
  await other.send(message);
  expect(twilio.messages).toMatchObject([{ from: `MG${'2'.repeat(32)}` }]);
});

describe('classifies faults', () => {
  test.each<[string, TwilioReaction, string]>([
    ['400 number is not a mobile number', { status: 400, code: 21614 }, 'permanent'],
    ['400 person has unsubscribed', { status: 400, code: 21610 }, 'permanent'],
    ['400 our sender number is wrong: ours, not theirs', { status: 400, code: 21606 }, 'temporary'],
    ['429', { status: 429, code: 20429 }, 'temporary'],
    ['503', { status: 503, code: 20503 }, 'temporary'],
    ['taken over, then cut', 'drop', 'unknown'],
    ['silence', 'stall', 'unknown'],
  ])('%s', async (_name, reaction, kind) => {
    if (reaction === 'stall') texter = open(1_000);
    twilio.behave(() => reaction);
    await expect(texter.send(message)).rejects.toMatchObject({ name: 'MessageFault', kind });
  });

  test('connection refused is temporary', async () => {
    await twilio.close();
    await expect(texter.send(message)).rejects.toMatchObject({ kind: 'temporary' });
    await expect(texter.check()).rejects.toMatchObject({ kind: 'temporary' });
  });

  test('wrong credentials are temporary, and `check` reports them', async () => {
    const stranger = openTwilioTexter({
      accountSid: account.sid,
      authToken: 'other',
      from,
      baseUrl: twilio.url,
    });
    await expect(stranger.send(message)).rejects.toMatchObject({ kind: 'temporary' });
    await expect(stranger.check()).rejects.toMatchObject({ kind: 'temporary' });
    await expect(texter.check()).resolves.toBeUndefined();
  });

  test("the recipient's number is not in the fault's message", async () => {
    twilio.behave(() => ({ status: 400, code: 21614 }));
    const fault = await texter.send(message).catch((error: Error) => error);
    expect(String(fault)).toContain('Refused');
    expect(String(fault)).not.toContain('447700900123');
  });
});

describe('a retry after an unknown outcome', () => {
  test('sends nothing when the first message was accepted', async () => {
    twilio.behave(() => 'drop');
    await expect(texter.send(message)).rejects.toMatchObject({ kind: 'unknown' });
    twilio.behave(() => 'accept');
    await texter.send({ ...message, isRetry: true });
    expect(twilio.messages).toHaveLength(1);
  });

  test('sends the message when the first was not accepted', async () => {
    twilio.behave(() => 'drop-unkept');
    await expect(texter.send(message)).rejects.toMatchObject({ kind: 'unknown' });
    twilio.behave(() => 'accept');
    await texter.send({ ...message, isRetry: true });
    expect(twilio.messages).toHaveLength(1);
  });

  test('a different text to the same number is another message', async () => {
    await texter.send(message);
    await texter.send({ ...message, body: 'Something else', isRetry: true });
    expect(twilio.messages).toHaveLength(2);
  });
});

describe('permanent faults before anything is sent', () => {
  test.each([
    '',
    '0123456789',
    '+12',
    '+1555555010012345',
    'maya',
    '+1555\r\n5550100,',
    '+15555550100,+15555550101',
  ])('number %j', async (to) => {
    await expect(texter.send({ ...message, to })).rejects.toMatchObject({ kind: 'permanent' });
    expect(twilio.messages).toHaveLength(0);
  });

  test.each(['', 'a\0b', 'x'.repeat(1601)])('text %#', async (body) => {
    await expect(texter.send({ ...message, body })).rejects.toMatchObject({ kind: 'permanent' });
  });
});

test.each([
  ['+1 (555) 555-0100', '+15555550100'],
  ['+49.170.5550100', '+491705550100'],
])('%s is read as %s', (written, number) => {
  expect(requirePhoneNumber(written)).toBe(number);
});
