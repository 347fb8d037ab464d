import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { goodPassword } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { createOwner, deliverDue, leave, releaseOwner } from '../../../../test/released.ts';
import { schedules } from '../../delivery/schedules/schedules.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

const signIn = (email: string, password = goodPassword) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

describe('a release', () => {
  test('delivers what was left for after the death, and nothing of it before', async () => {
    const left = await createOwner(testApp);
    const { id } = await leave(testApp, left);
    await leave(testApp, left, { deliveryDate: '2030-06-01T12:00:00Z' });
    const sent = () => mailTo(services, left.recipients[0]?.email ?? '');
    clock.advance(60);
    await deliverDue(testApp);
    expect(await sent()).toEqual([]);

    await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    expect(await sent()).toHaveLength(1);
    const [delivered] = await db.select().from(schedules).where(eq(schedules.id, id));
    expect(delivered).toMatchObject({ isDelivered: true, dueAt: clock.now() });

    clock.set('2030-06-01T12:00:00Z');
    await deliverDue(testApp);
    expect(await sent()).toHaveLength(2);
  });

  test('403: signs everybody out, and says why to whoever has the password; 401 as ever without it', async () => {
    const { owner } = await createOwner(testApp);
    await releaseOwner(testApp, owner);
    expect((await owner.request({ url: '/api/schedules' })).statusCode).toBe(401);
    const right = await signIn(owner.user.email);
    expect([right.statusCode, right.json().message]).toEqual([403, 'This account has been memorialised']);
    const wrong = await signIn(owner.user.email, 'Not-The-Password-1');
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'Invalid email or password']);
  });

  test('409: of an account that is released already', async () => {
    const { owner } = await createOwner(testApp);
    await releaseOwner(testApp, owner);
    await expect(releaseOwner(testApp, owner)).rejects.toMatchObject({ status: 409 });
  });

  test('503, F20: while the clock of this process differs from the database', async () => {
    const { owner } = await createOwner(testApp);
    clock.differ(31);
    await expect(releaseOwner(testApp, owner)).rejects.toMatchObject({ status: 503 });
    clock.differ(0);
  });
});
