import { execFileSync } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { openDatabase } from './database.ts';
import { createLog, withoutTokens } from './log.ts';

const token = 'kN3vY8wQ2rT5uX7zA1bC4dE6fG9hJ0kL2mN5pQ8rS1t';

test.each([
  'received',
  'trusted',
  'death-reports',
  'report-a-death',
  'alive',
  'keep-current',
  'reset-password',
  'verify-email',
  'confirm-email',
  'confirm-second-email',
  'undo-email-change',
  'undo-two-factor',
])('security 21, 64: the address of a page under /%s goes to the log without its token', (page) => {
  expect(withoutTokens(`/${page}/${token}`)).toBe(`/${page}/[token]`);
  expect(withoutTokens(`/api/${page}/${token}/open?x=${token}`)).toBe(`/api/${page}/[token]/open?…`);
});

test('security 64: a query error logs what failed and where, but no values', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const { db, close } = openDatabase({ url, log: pino({ level: 'silent' }) });
  onTestFinished(close);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  await db.execute(sql`create table letters (words text unique)`);
  const write = () => db.execute(sql`insert into letters (words) values (${'Dear Maya'})`);
  await write();
  await write().catch((err: unknown) => log.error({ err }, 'a request failed'));
  const [line = ''] = lines;
  expect(line).toContain('insert into letters');
  expect(line).toContain('"fault":"23505"');
  expect(line).toContain('log.test.ts');
  expect(line).not.toContain('Dear Maya');
});

const secrets = {
  token,
  email: 'maya@example.com',
  recipient: { phone: '+12125550134', personalMessage: 'Dear Maya' },
  req: { headers: { authorization: `Bearer ${token}` } },
};

describe.each([
  ['on a terminal', true],
  ['elsewhere', false],
])('security 64: the log %s', (_where, isTerminal) => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) }, isTerminal);
  const written = (write: () => void) => {
    lines.length = 0;
    write();
    return lines.join('');
  };

  test('holds no token, address or content', () => {
    const line = written(() => log.warn({ deliveryId: 'd1', ...secrets }, 'a delivery was not accepted'));
    expect(line).toContain('d1');
    expect(line).toContain('[removed]');
    for (const secret of [token, 'maya@', '+1212', 'Dear Maya']) expect(line).not.toContain(secret);
  });

  test('has one line an event, also for an error whose message has several', () => {
    const err = new Error('no answer\n\u001b[2Jfrom the mail server', { cause: new Error('cut off') });
    const line = written(() => log.error({ err }, 'a mail was not sent'));
    expect(line.match(/\n/g)).toHaveLength(1);
    expect(line).toContain('cut off');
    expect(line).not.toContain('\u001b[2J');
  });
});

test('on a terminal an event is a time, a level and a sentence; elsewhere it is JSON', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  for (const isTerminal of [true, false]) {
    createLog('info', destination, isTerminal).info({ url: 'http://localhost:3000' }, 'ready');
    const err = new TypeError('no answer');
    createLog('info', destination, isTerminal).error({ err }, 'a mail was not sent');
  }
  const [short = '', error, json = ''] = lines;
  expect(short).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: ready {"url":"http:\/\/localhost:3000"}\n$/);
  expect(error).toMatch(/ERROR: a mail was not sent {"err":"TypeError: no answer at log.test.ts:\d+"}\n$/);
  expect(JSON.parse(json)).toMatchObject({ level: 30, msg: 'ready', url: 'http://localhost:3000' });
});

test('where the output is no terminal, the log is JSON and nothing is loaded to make it readable', () => {
  const program = `
    const { createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
    createLog('info').info('ready');
    const { createRequire } = await import('node:module');
    process.on('exit', () => console.log(Object.keys(createRequire('/').cache).some((path) => path.includes('pino-pretty'))));
  `;
  const [line = '', isLoaded] = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  }).split('\n');
  expect(JSON.parse(line)).toMatchObject({ msg: 'ready' });
  expect(isLoaded).toBe('false');
});
