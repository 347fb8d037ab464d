/** What people and staff type for a session or a request breaks neither a mail, nor its calendar file, nor a page. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { CounselorBooking, PlacedBooking } from '../../../../../shared/care/counselor-bookings.ts';
import type { StaffBooking } from '../../../../../shared/care/staff-counselor-bookings.ts';
import type { TherapyRequest } from '../../../../../shared/care/therapy-requests.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { paymentAt, press } from '../../../../../test/checkout.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { type ReceivedMail, startSmtpServer } from '../../../../../test/fakes/smtp-server.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

const smtp = await startSmtpServer();
const testApp = await startTestApp({
  clock: createTestClock('2031-05-04T23:00:00Z'),
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'Long After <post@example.org>', SUPPORT_EMAIL: 'help@example.org' },
});
const { services } = testApp;

const injected = 'Ruth\r\nBcc: thief@example.com\r\nEND:VEVENT\r\n\r\nATTENDEE:mailto:thief@example.com';
const probes = [
  `<script>window.injected=1</script><img src=x onerror="injected()">`,
  `=HYPERLINK("https://evil.example","x")`,
  '{{7*7}} #{7*7} <%= 7*7 %> %s',
];
const meetingLink = 'https://meet.example.com/quiet-room';
const reason = 'Dr. Ellis is free';

/** An owner with the basic plan and this name, as if an older version had accepted it. */
async function owner(name: string): Promise<Person> {
  const person = await createPerson(testApp, { plan: 'basic' });
  await services.db
    .update(users)
    .set({ firstName: name, lastName: name })
    .where(eq(users.id, person.user.id));
  return person;
}

/** Books, pays and confirms a session for tomorrow with its link; returns it and the mails about it. */
async function confirmed(person: Person, notes: string, sessionTime = '09:00') {
  const staff = await createStaff(testApp);
  await services.db.update(users).set({ twoFactorSince: new Date() }).where(eq(users.id, staff.user.id));
  const payload = { sessionType: 'group', sessionDate: '2031-05-05', sessionTime, notes };
  const placed = (
    await person.request({ method: 'POST', url: '/api/counselor-bookings', payload })
  ).json<PlacedBooking>();
  await press(testApp, await paymentAt(testApp, placed.checkoutUrl), 'pay');
  const url = `/api/admin/counselor-bookings/${placed.id}`;
  const { status, startsAt, meetingLink: link } = (await staff.request({ url })).json<StaffBooking>();
  const seen = { status, startsAt, meetingLink: link };
  const confirm = (wanted: string) =>
    staff.request({ method: 'POST', url: `${url}/confirm`, payload: { reason, seen, meetingLink: wanted } });
  return { id: placed.id, confirm };
}

async function mailsAbout(person: Person, id: string): Promise<ReceivedMail[]> {
  await sendMailsAbout(services, id);
  return smtp.messages.filter(({ envelope }) => envelope.to.includes(person.user.email));
}

const calendarIn = ({ parsed }: ReceivedMail): string => {
  const file = parsed?.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  if (!file) return '';
  const { content } = file;
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
};

/** The lines of a calendar file as RFC 5545 reads them, with folded lines joined. */
const linesOf = (calendar: string) =>
  calendar
    .replaceAll(/\r?\n[ \t]/g, '')
    .trimEnd()
    .split(/\r?\n|\r/);

describe('security 58: line breaks add nothing to a mail about a session, nor to its calendar file', () => {
  test('in the owner’s name and notes', async () => {
    const ruth = await owner(injected);
    const { id, confirm } = await confirmed(ruth, injected);
    expect((await confirm(meetingLink)).statusCode).toBe(200);
    const mails = await mailsAbout(ruth, id);
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails) {
      expect(mail.envelope.to).toEqual([ruth.user.email]);
      expect(mail.raw?.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
      expect(mail.parsed?.to?.map(({ address }) => address)).toEqual([ruth.user.email]);
    }
    const calendar = mails.map(calendarIn).find(Boolean) ?? '';
    const lines = linesOf(calendar);
    for (const [name, times] of [
      ['BEGIN:VEVENT', 1],
      ['END:VEVENT', 1],
      ['ATTENDEE', 1],
      ['METHOD', 1],
    ] as const)
      expect(
        lines.filter((line) => line.startsWith(name)),
        name,
      ).toHaveLength(times);
    for (const line of lines)
      expect(line).toMatch(
        /^(BEGIN|END|VERSION|PRODID|METHOD|UID|SEQUENCE|DT\w+|SUMMARY|STATUS|ORGANIZER|ATTENDEE|LOCATION|URL|X-[\w-]+)[:;]/,
      );
    expect(lines.find((line) => line.startsWith('ATTENDEE'))).toMatch(
      new RegExp(`:mailto:${ruth.user.email}$`, 'i'),
    );
  });

  test.each([
    `${meetingLink}\r\nBcc: thief@example.com`,
    `${meetingLink}\nATTENDEE:mailto:thief@example.com`,
    'https://meet.example.com\r\n/room',
    'javascript:alert(1)',
    'https://127.0.0.1/room',
    'https://169.254.169.254/latest',
  ])('400: the meeting link %j', async (wanted) => {
    const { confirm } = await confirmed(await owner('Ruth'), 'Hello', '10:00');
    const answer = await confirm(wanted);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty('meetingLink');
  });
});

describe('security 59: probes stay words', () => {
  test.each(probes)('%s', async (probe) => {
    const ruth = await owner(probe);
    const { id, confirm } = await confirmed(ruth, probe, '14:00');
    await confirm(meetingLink);
    const booking = (await ruth.request({ url: '/api/counselor-bookings' })).json<CounselorBooking[]>();
    expect(booking[0]?.notes).toBe(probe);

    const payload = {
      sessionType: 'group',
      preferredDate: '2031-05-20',
      preferredTime: probe,
      reason: probe,
    };
    const made = await ruth.request({ method: 'POST', url: '/api/therapy-requests', payload });
    expect(made.json<TherapyRequest>()).toMatchObject({ preferredTime: probe, reason: probe });

    const mails = await mailsAbout(ruth, id);
    for (const { parsed } of mails) {
      expect(parsed?.html).not.toMatch(/<script|<img src=x|onerror="/);
      expect(parsed?.text).toContain(`Dear ${probe}`);
    }
    const attendees = linesOf(mails.map(calendarIn).find(Boolean) ?? '').filter((line) =>
      line.startsWith('ATTENDEE'),
    );
    expect(attendees).toHaveLength(1);
    expect(attendees[0]).toMatch(new RegExp(`:mailto:${ruth.user.email}$`, 'i'));
  });
});
