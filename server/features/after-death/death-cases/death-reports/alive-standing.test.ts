import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { AliveStanding } from '../../../../../shared/after-death/alive.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { actOnReport } from '../../../../../test/death-reports.ts';
import { createStaff, goodPassword } from '../../../../../test/factories.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { approve, endWindow, type Reported, reportedOwner } from '../../../../../test/trusted-access.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deathReports } from './death-reports.table.ts';
import { aliveToken } from './report-rows.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;

const ask = async (method: 'GET' | 'POST', { reportId }: Pick<Reported, 'reportId'>) =>
  (await app.inject({ method, url: `/api/alive/${aliveToken(services, reportId)}` })).json<AliveStanding>();
const look = (reported: Reported) => ask('GET', reported);
const press = (reported: Reported) => ask('POST', reported);
const contactSays = ({ token }: Reported, answer: 'alive' | 'wait') =>
  app.inject({ method: 'POST', url: `/api/trusted/${token}/answer`, payload: { answer } });
const signsIn = ({ owner }: Reported) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: owner.user.email, password: goodPassword },
  });
const act = async ({ reportId: id }: Reported, what: 'stop' | 'rejection') =>
  actOnReport(await createStaff(testApp), { id }, what, { note: 'It is not hers' });
async function revoke(releaseId: string) {
  const url = `/api/admin/releases/${releaseId}/revoke`;
  const staff = await createStaff(testApp);
  expect((await staff.request({ method: 'POST', url, payload: { reason: 'She called' } })).statusCode).toBe(
    200,
  );
}

describe('what the link behind "I am alive" says', () => {
  test('in the window: until when, and a press stops it; later that they answered, and that a press changes nothing', async () => {
    const reported = await reportedOwner(testApp);
    expect(await look(reported)).toEqual({
      ...{ firstName: 'Ruth', reportedAt: '2031-03-06T15:42:00.000Z', state: 'window', gone: null },
      ...{ endsAt: '2031-03-09T15:42:00.000Z', answeredAt: null, answeredBy: null, changed: false },
    });
    const answered = { state: 'stopped', answeredBy: 'alive_link', answeredAt: clock.now().toISOString() };
    expect(await press(reported)).toMatchObject({ ...answered, changed: true });
    clock.advance(60);
    expect(await press(reported)).toMatchObject({ ...answered, changed: false });
    expect(await look(reported)).toMatchObject({ ...answered, endsAt: null });
    await approve(testApp, reported.reportId);
    expect(await look(reported)).toMatchObject({ state: 'window', answeredBy: null });
  });

  test.each([
    ['a contact', (reported: Reported) => contactSays(reported, 'wait')],
    ['staff', (reported: Reported) => act(reported, 'stop')],
  ])('after %s stopped it: their own word still counts', async (_name, stop) => {
    const reported = await reportedOwner(testApp);
    await stop(reported);
    expect(await look(reported)).toMatchObject({ state: 'looking', answeredAt: null });
    expect(await press(reported)).toMatchObject({
      state: 'stopped',
      answeredBy: 'alive_link',
      changed: true,
    });
  });

  test('after a sign-in: that it was one; after staff rejected it: that', async () => {
    const reported = await reportedOwner(testApp);
    await signsIn(reported);
    expect(await press(reported)).toMatchObject({ state: 'stopped', answeredBy: 'sign_in', changed: false });
    await act(reported, 'rejection');
    expect(await look(reported)).toMatchObject({ state: 'rejected', changed: false });
  });

  test('after the release: how much has gone out and to how many, once they have answered; never a name or title', async () => {
    const reported = await reportedOwner(testApp, [{ firstName: 'Sam' }]);
    await leave(testApp, reported);
    await leave(testApp, reported, { recipientIds: [reported.recipients[1]?.id] });
    const releaseId = await endWindow(testApp, reported.reportId);
    await deliverDue(testApp);
    // An heir who reads the mailbox learns nothing by looking.
    expect(await look(reported)).toMatchObject({ state: 'released', gone: null });
    clock.advance(60);
    const known = await press(reported);
    expect(known).toMatchObject({ state: 'too_late', gone: { memories: 2, people: 2 }, changed: true });
    expect(JSON.stringify(known)).not.toMatch(/Sam|Inés|thirtieth/);
    expect(await press(reported)).toMatchObject({ state: 'too_late', changed: false });
    await revoke(releaseId);
    expect(await look(reported)).toMatchObject({ state: 'revoked', gone: null });
  });

  test('after the release, where a contact said it before: the owner’s own word is still new', async () => {
    const reported = await reportedOwner(testApp);
    await endWindow(testApp, reported.reportId);
    clock.advance(60);
    await contactSays(reported, 'alive');
    expect(await look(reported)).toMatchObject({ state: 'released', gone: null });
    expect(await press(reported)).toMatchObject({ state: 'too_late', changed: true });
  });

  test('before anybody has verified it, and when it was closed', async () => {
    const reported = await reportedOwner(testApp);
    await services.db
      .update(deathReports)
      .set({ state: 'in_review' })
      .where(eq(deathReports.id, reported.reportId));
    expect(await look(reported)).toMatchObject({ state: 'waiting', endsAt: null });
    expect(await press(reported)).toMatchObject({ state: 'closed', changed: true });
    expect(await look(reported)).toMatchObject({ state: 'closed', answeredBy: 'alive_link' });
  });

  test('404 once the account is erased', async () => {
    const reported = await reportedOwner(testApp);
    await services.db.delete(users).where(eq(users.id, reported.owner.user.id));
    const url = `/api/alive/${aliveToken(services, reported.reportId)}`;
    expect((await app.inject({ url })).statusCode).toBe(404);
  });
});
