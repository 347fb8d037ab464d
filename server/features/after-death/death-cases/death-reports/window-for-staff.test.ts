import { expect, test } from 'vitest';
import type { StaffRelease } from '../../../../../shared/after-death/releases.ts';
import type { StaffWindowAnswer } from '../../../../../shared/after-death/staff-windows.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;

test('GET /api/admin/death-reports/{id}/window: what was asked where and whether it left, who knows, and how much goes out', async () => {
  const staff = await createStaff(testApp);
  const phone = '+1 212 555 0118';
  const people = [
    { firstName: 'Sam', email: null, phone: '+1 212 555 0144' },
    { firstName: 'Noa', email: null, phone: null },
  ];
  const reported = await reportedOwner(testApp, people, { phone });
  const [, sam, noa] = reported.recipients;
  await leave(testApp, reported);
  await leave(testApp, reported, { recipientIds: [sam?.id], releaseDays: 30 });
  await leave(testApp, reported, {
    ...{ recipientIds: [noa?.id], deliveryType: 'scheduled', deliveryDate: '2031-08-01T12:00:00Z' },
  });
  await sweepDeathReports(services);
  await sendMailsAbout(services, reported.reportId);
  const url = `/api/admin/death-reports/${reported.reportId}/window`;
  const { window } = (await staff.request({ url })).json<StaffWindowAnswer>();
  expect(window).toMatchObject({
    beganAt: '2031-03-06T15:42:00.000Z',
    endsAt: '2031-03-09T15:42:00.000Z',
    contacts: [{ name: 'Inés Duarte', toldAt: null, answer: null }],
    goesOut: {
      deliveries: 3,
      people: 3,
      byEmail: 1,
      byText: 1,
      byPost: 0,
      withoutAddress: 1,
      later: 2,
      inQuietDays: 0,
    },
  });
  expect(
    window?.channels.map(({ channel, ending, asks }) => [channel, ending, asks.map(({ state }) => state)]),
  ).toEqual(
    expect.arrayContaining([
      ['email', null, ['arrived']],
      ['text', '118', ['arrived']],
    ]),
  );
  expect(window?.nextAsks[0]).toBe('2031-03-07T15:42:00.000Z');
  expect(JSON.stringify(window)).not.toMatch(/Sam|Noa|thirtieth|@/);

  clock.advance(60);
  const answer = `/api/trusted/${reported.token}/answer`;
  await app.inject({ method: 'POST', url: answer, payload: { answer: 'wait' } });
  expect((await staff.request({ url })).json()).toEqual({ window: null });
});

test('GET /api/admin/releases/{id}: what revoking would do; the numbers are what it does', async () => {
  const reported = await reportedOwner(testApp, [
    { firstName: 'Sam' },
    { firstName: 'Noa', email: null, phone: null },
  ]);
  const [ines, sam, noa] = reported.recipients;
  await leave(testApp, reported, { recipientIds: [ines?.id, sam?.id] });
  await leave(testApp, reported, { recipientIds: [noa?.id] });
  await leave(testApp, reported, { recipientIds: [sam?.id], releaseDays: 30 });
  const releaseId = await endWindow(testApp, reported.reportId);
  await deliverDue(testApp);
  const staff = await createStaff(testApp);
  const url = `/api/admin/releases/${releaseId}`;
  const before = (await staff.request({ url })).json<StaffRelease>();
  expect(before).toMatchObject({
    leftCount: 2,
    ifRevoked: {
      stopCount: 2,
      // The invitation to the contact has not been sent.
      named: ['Daniel Alvarez'],
      namedCount: 1,
      recipientCount: 2,
      byPostOnly: 0,
    },
  });
  const payload = { reason: 'She called' };
  const after = (await staff.request({ method: 'POST', url: `${url}/revoke`, payload })).json<StaffRelease>();
  expect(after).toMatchObject({ ifRevoked: null, leftCount: 2 });
});
