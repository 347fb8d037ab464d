import { expect, test } from 'vitest';
import { trustedContactMail } from './recipients.mail.tsx';

test('the mail explains the role: nothing to do now, help later, never the content', async () => {
  const { subject, text, html } = await trustedContactMail({
    ownerName: 'Ruth Andersson',
    contactName: 'Jonas',
    reportLink: 'https://longafter.example/report-a-death#from=Jonas%20Weber&person=Ruth%20Andersson',
    leaveLink: 'https://longafter.example/asked/leave',
  });
  expect(subject).toBe('Ruth Andersson named you as a trusted contact');
  expect(text).toContain('Now there is nothing to do. You need no account');
  expect(text).toContain('If Ruth Andersson dies,');
  expect(text).toContain('correct an address or a phone number');
  expect(text).toContain('please tell us, at the address below');
  expect(text).not.toContain('still being built');
  expect(text).toContain('No titles, no messages, no files.');
  expect(text).toContain(
    'https://longafter.example/report-a-death#from=Jonas%20Weber&person=Ruth%20Andersson',
  );
  expect(text).toContain('It is quite all right to say no, now or later.');
  // Whoever copies the link, or a mail program that finds it, takes nothing else with it.
  expect(text).toMatch(/https:\/\/longafter\.example\/asked\/leave(\s|$)/);
  expect(html.match(/href=/g)).toHaveLength(3);
  expect(text).not.toMatch(/pass away|deceased|loved one|!|upgrade/i);
});
