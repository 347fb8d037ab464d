import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { openDatabase } from './database.ts';
import { createLog, withoutTokens } from './log.ts';

const token = 'kN3vY8wQ2rT5uX7zA1bC4dE6fG9hJ0kL2mN5pQ8rS1t';

test.each([
  'received',
  'trusted',
  'keep-current',
  'reset-password',
  'verify-email',
  'confirm-email',
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
