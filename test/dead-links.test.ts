import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { aliveToken } from '../server/features/after-death/death-cases/death-reports/report-rows.ts';
import { enqueueLink, linkToken } from '../server/features/outbox/messages/mails/links/links.ts';
import { outboxMails } from '../server/features/outbox/messages/mails/mails.table.ts';
import { inTransaction } from '../server/platform/database.ts';
import type { LinkKind } from '../shared/outbox/mail-kinds.ts';
import { createTestClock, startTestApp } from './app.ts';
import { beginReport, sendReport } from './death-reports.ts';
import { createPerson, goodPassword } from './factories.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const unknown = 'x'.repeat(43);

type Asked = { method: 'GET' | 'POST' | 'PATCH'; url: string; payload?: object };
const answerTo = async (asked: Asked) => {
  const { statusCode, body } = await app.inject(asked);
  return { statusCode, body };
};

const post = (url: string) => (token: string) => ({ method: 'POST' as const, url, payload: { token } });
const accountLinks: Record<LinkKind, (token: string) => Asked> = {
  'verify-email': post('/api/auth/verify-email'),
  'confirm-email': post('/api/auth/confirm-email'),
  'confirm-second-email': post('/api/auth/confirm-second-email'),
  'email-changed': post('/api/auth/undo-email-change'),
  'two-factor-on': (token) => ({
    method: 'POST',
    url: '/api/auth/two-factor/undo',
    payload: { token, password: goodPassword },
  }),
  'reset-password': (token) => ({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { token, password: 'Slow-Lantern-2041' },
  }),
};

/** A link of this kind that was sent to somebody a moment ago. */
async function linkOf(kind: LinkKind): Promise<{ id: string; token: string }> {
  const { user } = await createPerson(testApp);
  const toAddress = `other.${user.email}`;
  await inTransaction(services.db, (tx) =>
    enqueueLink(tx, services, { kind, userId: user.id, toAddress, validMinutes: 60 }),
  );
  const [mail] = await services.db.select().from(outboxMails).where(eq(outboxMails.toAddress, toAddress));
  const id = mail?.id ?? '';
  return { id, token: linkToken(services, id) };
}

describe('security 53: links of an account', () => {
  test.each(Object.keys(accountLinks) as LinkKind[])(
    '%s: unknown, used or revoked, too old, and of another kind are answered alike, with what to do',
    async (kind) => {
      const ask = accountLinks[kind];
      const dead = await answerTo(ask(unknown));
      expect(dead).toMatchObject({ statusCode: 404, body: expect.stringContaining('ask for a new one') });
      const used = await linkOf(kind);
      await services.db.update(outboxMails).set({ usedAt: clock.now() }).where(eq(outboxMails.id, used.id));
      const old = await linkOf(kind);
      await services.db
        .update(outboxMails)
        .set({ validUntil: clock.now() })
        .where(eq(outboxMails.id, old.id));
      const other = await linkOf(kind === 'verify-email' ? 'confirm-email' : 'verify-email');
      for (const { token } of [used, old, other]) expect(await answerTo(ask(token))).toEqual(dead);
    },
  );
});

test('security 53: a link that leads elsewhere is as unknown as one that never was, wherever it is tried', async () => {
  const { user } = await createPerson(testApp);
  const { id } = await sendReport(testApp, { personEmail: user.email });
  const elsewhere = [
    (await beginReport(testApp)).token,
    aliveToken(services, id),
    (await linkOf('verify-email')).token,
  ];
  const doors: Record<string, (token: string) => Asked> = {
    received: (token) => ({ method: 'GET', url: `/api/received/${token}` }),
    'received, opened': (token) => ({ method: 'POST', url: `/api/received/${token}/open`, payload: {} }),
    trusted: (token) => ({ method: 'GET', url: `/api/trusted/${token}` }),
    'keep-current': (token) => ({ method: 'GET', url: `/api/keep-current/${token}` }),
    'keep-current, paid': (token) => ({
      method: 'POST',
      url: `/api/keep-current/${token}/checkout`,
      payload: { payerEmail: 'leo@example.com' },
    }),
    report: (token) => ({ method: 'GET', url: `/api/death-reports/${token}` }),
    alive: (token) => ({ method: 'GET', url: `/api/alive/${token}` }),
    'alive, pressed': (token) => ({ method: 'POST', url: `/api/alive/${token}` }),
  };
  for (const [name, door] of Object.entries(doors)) {
    const dead = await answerTo(door(unknown));
    expect([name, dead.statusCode]).toEqual([name, 404]);
    for (const [n, token] of elsewhere.entries()) {
      if ((name === 'report' && n === 0) || (name.startsWith('alive') && n === 1)) continue;
      expect(await answerTo(door(token)), name).toEqual(dead);
    }
  }
});
