import { expect, test } from 'vitest';
import { addressNeededMail, wordsOfNeed } from './address-needed.mail.tsx';
import { deliveredMail, deliveredTogetherMail, deliveryFailedMail } from './deliveries.mail.tsx';

const neverSaid = /pass(ed)? away|deceased|expire|\basset|\buser\b|loved one|!|unsubscribe|upgrade|premium/i;

test('the confirmation tells the owner what went to whom and when', async () => {
  const { subject, text } = await deliveredMail({
    ownerName: 'Ruth',
    title: 'For your thirtieth birthday',
    recipientNames: 'Maya and Jonas',
    deliveredAt: '4 May 2031 at 12:00 (New York)',
    link: 'https://longafter.example/schedule',
  });
  expect(subject).toBe('Delivered: For your thirtieth birthday');
  expect(text).toContain('“For your thirtieth birthday” has been delivered');
  expect(text).toContain('We sent Maya and Jonas the link to it on 4 May 2031 at 12:00 (New York).');
  expect(text).not.toMatch(neverSaid);
});

test('the mail about a wrong address says whose it is, that nothing is lost, and where to correct it', async () => {
  const { subject, text } = await addressNeededMail({
    ownerName: 'Ruth',
    recipientName: 'Maya',
    ...{ happened: 'What you left for Maya has not arrived.', next: 'you correct the address' },
    ...{ link: 'https://longafter.example/recipients', label: 'Correct the address' },
  });
  expect(subject).toBe('We could not reach Maya');
  expect(text).toContain('Nothing is lost');
  expect(text).toContain('Correct the address\n\nhttps://longafter.example/recipients');
  expect(text).not.toMatch(neverSaid);
});

const nowhere = { firstName: 'Maya', email: null, secondEmail: null, phone: null };
const email = 'maya@example.com';
const phone = '+12125550134';
test.each([
  [nowhere, 'we have neither an email address nor a phone number to send it to.'],
  [{ ...nowhere, phone }, 'no text messages can be sent to the phone number.'],
  [{ ...nowhere, email, phone }, 'We sent it to maya@example.com, and it could not be delivered there.'],
  [
    { ...nowhere, email, secondEmail: 'm@example.org' },
    'We tried every address that we have for Maya, and none of them works.',
  ],
])('it says what was tried: %j', (recipient, words) => {
  expect(wordsOfNeed(recipient, ['email']).happened).toContain(words);
});

test('the mail about a failed delivery says that nothing is lost, and names both ways on', async () => {
  const { subject, text } = await deliveryFailedMail({
    ownerName: 'Ruth',
    recipientName: 'Maya',
    link: 'https://longafter.example/recipients?edit=1',
    scheduleLink: 'https://longafter.example/schedule',
  });
  expect(subject).toBe('We could not deliver what you left for Maya');
  expect(text).toContain('Nothing is lost');
  expect(text).toContain('Look at the address\n\nhttps://longafter.example/recipients?edit=1');
  expect(text).toContain('have us try again in your schedule: https://longafter.example/schedule');
  expect(text).not.toMatch(neverSaid);
});

test('the confirmation of several has a line for each, in both parts', async () => {
  const { subject, text, html } = await deliveredTogetherMail({
    ownerName: 'Ruth',
    count: '2',
    deliveries: '“The sea” to Maya\n“The <house>” to Jonas',
    link: 'https://longafter.example/schedule',
  });
  expect(subject).toBe('Delivered: 2 memories');
  expect(text).toContain('“The sea” to Maya\n“The <house>” to Jonas');
  expect(html).toContain(' to Maya<br />');
  expect(html).toContain('The &lt;house&gt;');
  expect(text).not.toMatch(neverSaid);
});
