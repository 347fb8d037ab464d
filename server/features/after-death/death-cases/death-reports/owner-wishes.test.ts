import { describe, expect, test } from 'vitest';
import type { Rehearsal } from '../../../../../shared/delivery/rehearsal.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { actOnReport, loadAsStaff, reportRow, sendReport } from '../../../../../test/death-reports.ts';
import { createPerson, createRecipient, createStaff, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsTo } from '../../../../../test/outbox.ts';
import { addSecondEmail } from '../../../../../test/release-wishes.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { clock, services } = testApp;

const usual = { reporters: 'anyone', objectionDays: null, quietDays: 0, noteToContacts: null };
const wish = (person: Person, wishes: object) =>
  person.request({ method: 'PUT', url: '/api/release-wishes', payload: { ...usual, ...wishes } });

/** How many days the window lasts for a report about this owner that is verified now. */
async function windowDays(person: Person): Promise<number> {
  const report = await sendReport(testApp, { personEmail: person.user.email });
  await actOnReport(await createStaff(testApp), report, 'approvals');
  const { objectionEndsAt } = await reportRow(testApp, report);
  return ((objectionEndsAt?.getTime() ?? 0) - clock.now().getTime()) / 86_400_000;
}

describe('how long an objection is waited for', () => {
  test.each([
    ['as long as for everybody where nothing was chosen', null, 3],
    ['as long as the owner chose', 14, 14],
    ['thirty days at most', 30, 30],
  ])('%s', async (_what, objectionDays, days) => {
    const person = await createPerson(testApp);
    await wish(person, { objectionDays });
    expect(await windowDays(person)).toBe(days);
  });

  test('a rehearsal counts on it, from the last working day on which the proof is read', async () => {
    const person = await createPerson(testApp);
    await wish(person, { objectionDays: 14 });
    const rehearsal = (await person.request({ url: '/api/rehearsal' })).json<Rehearsal>();
    // Two working days from a Thursday span the weekend.
    expect(rehearsal.death).toMatchObject({
      ...{ proofReadBy: '2031-03-10T15:42:00.000Z', objectionHours: 14 * 24 },
      releasedAt: '2031-03-24T15:42:00.000Z',
    });
  });

  test('whoever takes over the account does not shorten it, and both addresses are told', async () => {
    const person = await createPerson(testApp);
    const second = `second.${person.user.email}`;
    await addSecondEmail(testApp, person, second);
    await wish(person, { objectionDays: 14 });
    await wish(person, { objectionDays: 3 });
    expect(await windowDays(person)).toBe(14);
    for (const email of [person.user.email, second]) {
      await sendMailsTo(services, email);
      const mails = (await mailTo(services, email)).filter(({ subject }) =>
        subject?.startsWith('Your choices about a report'),
      );
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('Until Saturday, 5 April 2031');
    }
  });
});

describe('whose reports are taken', () => {
  const named = { reporters: 'trusted_contacts' };
  /** A report by this reporter that staff have approved. */
  async function reported(person: Person, reporterEmail: string) {
    const report = await sendReport(testApp, { personEmail: person.user.email, reporterEmail });
    const staff = await createStaff(testApp);
    const seen = await loadAsStaff(staff, report);
    await actOnReport(staff, report, 'approvals');
    const { state } = await reportRow(testApp, report);
    return { report, state, needed: seen.approvalsNeeded, warnings: seen.warnings };
  }
  const unnamed = { state: 'in_review', needed: 2, warnings: ['reporter_not_named'] };

  test('somebody else’s takes two different members of staff, who are warned', async () => {
    const person = await createPerson(testApp);
    await createRecipient(person, { email: `friend.${person.user.email}` });
    await wish(person, named);
    const result = await reported(person, `friend.${person.user.email}`);
    expect(result).toMatchObject(unnamed);
    await actOnReport(await createStaff(testApp), result.report, 'approvals');
    expect((await reportRow(testApp, result.report)).state).toBe('objection_window');
  });

  test('a trusted contact’s is as any other', async () => {
    const person = await createPerson(testApp);
    const email = `ines.${person.user.email}`;
    await createRecipient(person, { email, trustedContact: true });
    await wish(person, named);
    expect(await reported(person, email.toUpperCase())).toMatchObject({
      state: 'objection_window',
      needed: 1,
      warnings: [],
    });
  });

  test('nor is it for the trusted contact of somebody else', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const email = `ines.${person.user.email}`;
    await createRecipient(other, { email, trustedContact: true });
    await wish(person, named);
    expect(await reported(person, email)).toMatchObject(unnamed);
  });

  test('who took the choice back within thirty days has not', async () => {
    const person = await createPerson(testApp);
    await wish(person, named);
    await wish(person, {});
    expect(await reported(person, `thief.${person.user.email}`)).toMatchObject(unnamed);
  });
});
