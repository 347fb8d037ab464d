import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../../test/app.ts';
import { createPerson, type Person } from '../../../../../../test/factories.ts';
import { sendMails as sendMailsJob } from '../../../../../job-list.ts';
import { mailHandlers } from '../../../../../mail-handlers.ts';
import { inTransaction } from '../../../../../platform/database.ts';
import { requireFound } from '../../../../../platform/errors.ts';
import { MessageFault, type OutgoingMail } from '../../../../../platform/mail/mail.ts';
import { identityOfDatabase } from '../../messages.ts';
import { sweepAbandonedMails } from '../mails.jobs.ts';
import { outboxMails } from '../mails.table.ts';
import { enqueueMail, type MailHandlers } from '../mails.ts';
import { recordAcceptedMails, sendMails } from './sending.ts';

// What mails of the outbox have in common with deliveries: a lease, a fencing token, and the send log.

const leaseSeconds = 30;
const clock = createTestClock('2031-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;

let person: Person;
let id: string;
let toldBy: string[];
let arrived: string[];
beforeEach(async () => {
  person = await createPerson(testApp);
  await inTransaction(db, (tx) =>
    enqueueMail(tx, services, {
      kind: 'password-changed',
      userId: person.user.id,
      toAddress: person.user.email,
    }),
  );
  id = (await rows()).find(({ kind }) => kind === 'password-changed')?.id ?? '';
  toldBy = [];
  arrived = [];
});

const rows = () => db.select().from(outboxMails).where(eq(outboxMails.userId, person.user.id));
const row = async () => requireFound((await rows()).find((each) => each.id === id));
type Send = (mail: OutgoingMail) => Promise<void>;
const workerWith = (send: Send) => ({ ...services, mailer: { ...services.mailer, send } });
const deliver: Send = async ({ messageId, onAccepted }) => {
  arrived.push(messageId);
  await onAccepted?.();
};

/** What follows from sending a mail is recorded with the name of the worker whose transaction it was. */
function handlersOf(name: string, options: { atMostOnce?: boolean } = {}): MailHandlers {
  const { prepare, afterSending } = mailHandlers;
  return {
    prepare: {
      ...prepare,
      'password-changed': async (...given) => {
        const prepared = await prepare['password-changed'](...given);
        return prepared && { ...prepared, ...options };
      },
    },
    afterSending: { ...afterSending, 'password-changed': async () => void toldBy.push(name) },
  };
}
const sendAs = (name: string, send: Send = deliver, options = {}) =>
  sendMails(workerWith(send), handlersOf(name, options), [id]);

/** A worker dies after its mail was accepted and before the database is told; with `unlogged`, also before the send log is. */
async function dieAfterSending({ unlogged = false, options = {} } = {}): Promise<void> {
  const killed = new Error('killed');
  let hasLeft = false;
  const dead = workerWith(async (mail) => {
    await deliver(unlogged ? { ...mail, onAccepted: async () => undefined } : mail);
    hasLeft = true;
    throw killed;
  });
  dead.db = new Proxy(db, {
    get: (target, key) => {
      if (hasLeft) throw killed;
      return Reflect.get(target, key);
    },
  });
  await expect(sendMails(dead, handlersOf('dead', options), [id])).rejects.toThrow('killed');
}

describe('F47: a worker that died', () => {
  test('after its mail was accepted: the next one reads that in the send log, and sends nothing', async () => {
    await dieAfterSending();
    expect(await row()).toMatchObject({ sentAt: null, claimId: expect.any(String) });
    const sentAt = clock.now();
    clock.advance(leaseSeconds);
    await sendAs('next');
    expect(arrived).toHaveLength(1);
    expect(await row()).toMatchObject({ sentAt, claimId: null, sentTo: person.user.email });
    expect(toldBy).toEqual(['next']);
  });

  test('after its mail was accepted: what is recorded is where it went, whatever the address is by now', async () => {
    await dieAfterSending();
    clock.advance(leaseSeconds);
    const handlers = handlersOf('next');
    handlers.prepare['password-changed'] = async (...given) => {
      const prepared = await mailHandlers.prepare['password-changed'](...given);
      return prepared && { ...prepared, to: 'corrected@example.com' };
    };
    await sendMails(workerWith(deliver), handlers, [id]);
    expect(arrived).toHaveLength(1);
    expect(await row()).toMatchObject({ sentTo: person.user.email, channel: 'email' });
  });

  test('leaves its mail alone until its lease has ended, and is then followed without waiting for its job', async () => {
    await dieAfterSending({ unlogged: true });
    clock.advance(leaseSeconds - 1);
    await sendAs('next');
    await sweepAbandonedMails(services);
    expect(arrived).toHaveLength(1);
    await db.execute(sql`delete from pgboss.job`);
    clock.advance(1);
    await sweepAbandonedMails(services);
    await sweepAbandonedMails(services);
    expect(await services.jobs.backlog(sendMailsJob)).toBe(1);
    await sendAs('next');
    expect(arrived).toEqual([arrived[0], arrived[0]]);
    expect(toldBy).toEqual(['next']);
  });

  test('may have sent what must not be sent twice: staff decide', async () => {
    await dieAfterSending({ unlogged: true, options: { atMostOnce: true } });
    clock.advance(leaseSeconds);
    await sendAs('next', deliver, { atMostOnce: true });
    expect(arrived).toHaveLength(1);
    expect(await row()).toMatchObject({
      sentAt: null,
      failedAt: clock.now(),
      lastAnswer: expect.stringMatching(/^It may have arrived/),
    });
  });
});

test('on a server that was not compared with the send log nothing is sent; it is looked at again soon', async () => {
  onTestFinished(() => {
    services.compared.server = undefined;
  });
  services.compared.server = 'the server that was lost';
  await db.execute(sql`delete from pgboss.job`);
  await sendAs('first');
  expect(arrived).toEqual([]);
  expect(await services.jobs.backlog(sendMailsJob)).toBe(1);
  const { rows: found } = await db.execute<{ server: string }>(sql`select ${identityOfDatabase} as server`);
  services.compared.server = found[0]?.server;
  await sendAs('first');
  expect(arrived).toHaveLength(1);
});

test('a worker that comes back after its lease sends nothing, and writes nothing over what another did', async () => {
  let isAllowed: boolean | undefined;
  const slow: Send = async (mail) => {
    clock.advance(leaseSeconds);
    await sendAs('other');
    isAllowed = mail.mayLeave?.();
    throw new MessageFault('temporary', 'It may not leave');
  };
  await sendAs('slow', slow);
  expect(isAllowed).toBe(false);
  expect(arrived).toHaveLength(1);
  expect(await row()).toMatchObject({ attempts: 1, lastAnswer: null, sentAt: clock.now() });
  expect(toldBy).toEqual(['other']);
});

test.each(['permanent', 'temporary'] as const)(
  'a %s answer to a worker whose mail was taken over changes nothing',
  async (kind) => {
    const refusing = Promise.withResolvers<void>();
    const isSending = Promise.withResolvers<void>();
    const slow = sendAs('slow', async () => {
      isSending.resolve();
      await refusing.promise;
      throw new MessageFault(kind, 'refused');
    }).catch(() => undefined);
    await isSending.promise;
    clock.advance(leaseSeconds);
    await sendAs('other', async (mail) => {
      const claimed = await row();
      refusing.resolve();
      await slow;
      expect(await row()).toEqual(claimed);
      await deliver(mail);
    });
    expect(arrived).toHaveLength(1);
    expect(await row()).toMatchObject({ attempts: 1, failedAt: null, lastAnswer: null, sentAt: clock.now() });
    expect(toldBy).toEqual(['other']);
  },
);

test('a mail is not sent again when what follows from it has to be done twice', async () => {
  let tries = 0;
  const handlers = handlersOf('worker');
  handlers.afterSending['password-changed'] = async () => {
    tries += 1;
    if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  };
  await sendMails(workerWith(deliver), handlers, [id]);
  expect(tries).toBe(3);
  expect(arrived).toHaveLength(1);
});

test('F47: a mail that was accepted and could not be recorded is found in the send log, and not sent again', async () => {
  const handlers = handlersOf('worker');
  handlers.afterSending['password-changed'] = () => Promise.reject(new Error('a fault of ours'));
  await expect(sendMails(workerWith(deliver), handlers, [id])).rejects.toThrow('a fault of ours');
  const sentAt = clock.now();
  clock.advance(1);
  await sendAs('next');
  expect(arrived).toHaveLength(1);
  expect(await row()).toMatchObject({ sentAt, claimId: null, outcomeUnknownAt: null });
  expect(toldBy).toEqual(['next']);
});

test('nothing is sent while the send log cannot be written, and the mail goes once it can', async () => {
  const append = () => Promise.reject(new Error('no space left'));
  const broken = { ...workerWith(deliver), sendLog: { ...services.sendLog, append } };
  await expect(sendMails(broken, mailHandlers, [id])).rejects.toThrow('no space left');
  expect(arrived).toEqual([]);
  expect(await row()).toMatchObject({ attempts: 1, claimId: null, sentAt: null });
  await sendAs('next');
  expect(arrived).toHaveLength(1);
});

describe('a database that was restored from a backup', () => {
  test('learns from the send log which of its waiting mails have left since', async () => {
    const saved = await row();
    clock.advance(5);
    await sendAs('worker');
    const { sentAt } = await row();
    await db.update(outboxMails).set(saved).where(eq(outboxMails.id, id));
    clock.advance(60);
    await recordAcceptedMails(services, handlersOf('restored'));
    await sendAs('next');
    expect(arrived).toHaveLength(1);
    expect(await row()).toMatchObject({ sentAt });
    expect(toldBy).toEqual(['worker', 'restored']);
  });

  test('learns it also if the worker that sent one was a second behind the process that wrote it', async () => {
    const saved = await row();
    clock.advance(60);
    const at = new Date(saved.createdAt.getTime() - 1000);
    await services.sendLog.append(at, [
      JSON.stringify({ at, event: 'accepted', mail: id, claim: crypto.randomUUID() }),
    ]);
    await recordAcceptedMails(services, handlersOf('restored'));
    expect(await row()).toMatchObject({ sentAt: at });
  });

  test('learns it also at midnight, of a worker that had begun the next day already', async () => {
    const midnight = new Date(`${clock.now().toISOString().slice(0, 10)}T24:00:00Z`);
    clock.advance((midnight.getTime() - clock.now().getTime()) / 1000 - 1);
    const at = new Date(midnight.getTime() + 1000);
    await services.sendLog.append(at, [
      JSON.stringify({ at, event: 'accepted', mail: id, claim: crypto.randomUUID() }),
    ]);
    await recordAcceptedMails(services, handlersOf('restored'));
    expect(await row()).toMatchObject({ sentAt: at });
  });

  test('learns it of the others, if one of them cannot be recorded', async () => {
    const bad = await row();
    await inTransaction(db, (tx) =>
      enqueueMail(tx, services, {
        kind: 'password-changed',
        userId: person.user.id,
        toAddress: person.user.email,
        dedupeKey: 'another',
      }),
    );
    const all = (await rows()).filter(({ kind, sentAt }) => kind === 'password-changed' && !sentAt);
    const good = requireFound(all.find((mail) => mail.id !== bad.id && mail.userId === person.user.id));
    clock.advance(60);
    const at = clock.now();
    const lines = [bad, good].map((mail) =>
      JSON.stringify({ at, event: 'accepted', mail: mail.id, claim: crypto.randomUUID() }),
    );
    await services.sendLog.append(at, lines);
    const prepare: MailHandlers['prepare'] = {
      ...mailHandlers.prepare,
      'password-changed': (tx, all, mail) => {
        if (mail.id === bad.id) throw new Error('a name that no template takes');
        return mailHandlers.prepare['password-changed'](tx, all, mail);
      },
    };
    await recordAcceptedMails(services, { ...mailHandlers, prepare });
    const sentAtOf = async (mail: { id: string }) => (await rows()).find(({ id }) => id === mail.id)?.sentAt;
    expect([await sentAtOf(bad), await sentAtOf(good)]).toEqual([null, at]);
  });

  test('leaves alone what staff wanted to be sent once more', async () => {
    clock.advance(5);
    await sendAs('worker');
    await db.update(outboxMails).set({ sentAt: null }).where(eq(outboxMails.id, id));
    clock.advance(60);
    await recordAcceptedMails(services, mailHandlers);
    await sendAs('next');
    expect(arrived).toHaveLength(2);
  });
});
