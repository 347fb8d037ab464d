import { describe, expect, test } from 'vitest';
import {
  addressNeededMail,
  deliveredMail,
  deliveredTogetherMail,
  deliveryFailedMail,
  deliveryMail,
  deliveryText,
  passedOnMail,
} from './deliveries.mail.tsx';

const link = 'https://longafter.example/received/Qm9uam91ci1tb24tYW1pLWplLXQtZWNyaXMtY2VjaQ';
const neverSaid = /pass(ed)? away|deceased|expire|\basset|\buser\b|loved one|!|unsubscribe|upgrade|premium/i;

describe('the mail to the recipient', () => {
  const values = {
    ownerName: 'Ruth Andersson',
    recipientName: 'Maya',
    link,
    publicHost: 'longafter.example',
  };

  test('says who left something, that it is waiting, and that nothing opens by itself', async () => {
    const { subject, text } = await deliveryMail(values);
    expect(subject).toBe('Ruth Andersson left something for you');
    expect(text).toContain('Dear Maya,');
    expect(text).toContain('Ruth Andersson asked us to keep something for you until now.');
    expect(text).toContain('Nothing plays or opens by itself');
    expect(text).toContain('The link is yours alone');
    expect(text).toContain('The link leads to longafter.example.');
  });

  test('has one link, as a button and as text', async () => {
    const { text, html } = await deliveryMail(values);
    expect(text.split(link)).toHaveLength(2);
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual([link, link]);
    expect(html).toContain(`>${link}</a>`);
  });

  test('contains no marketing and no hurtful words', async () => {
    const { subject, text } = await deliveryMail(values);
    expect(`${subject} ${text}`).not.toMatch(neverSaid);
  });

  test('fits into two parts as a text message, and names the owner', () => {
    const text = deliveryText({ ownerName: 'Ruth Andersson', leftFor: null, link });
    expect(text).toContain('Ruth Andersson left something for you.');
    expect(text).toContain(` ${link} `);
    expect(text.length).toBeLessThanOrEqual(2 * 153);
    expect(text).not.toMatch(neverSaid);
  });

  test('says of what was passed on for whom it was left, by mail and by text', async () => {
    const { text, html } = await passedOnMail({ ...values, leftFor: 'Leo' });
    expect(text).toMatch(/left this for Leo, who has died, and wanted you to have it then\. It is\s+waiting/);
    expect(html).toContain('left this for Leo, who has died');
    expect((await deliveryMail(values)).text).not.toContain('has died');
    const sms = deliveryText({ ownerName: 'Ruth Andersson', leftFor: 'Leo', link });
    expect(sms).toContain('Ruth Andersson left something for Leo, who has died');
  });
});

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
    recipientName: 'Maya Andersson',
    link: 'https://longafter.example/recipients',
  });
  expect(subject).toBe('We could not reach Maya Andersson');
  expect(text).toContain('Nothing is lost');
  expect(text).toContain('Correct the address\n\nhttps://longafter.example/recipients');
  expect(text).not.toMatch(neverSaid);
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
