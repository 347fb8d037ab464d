import { expect } from 'vitest';
import { createPerson, createRecipient } from '../factories.ts';
import { codeTo, mailTo } from '../mailbox.ts';
import { openJourneys } from './support/journey.ts';
import { deliverLetter } from './support/scheduled-letters.ts';
import { becomes, button, heading, see } from './support/steps.ts';

const journey = await openJourneys();
const title = 'For your thirtieth';

journey(
  'the second device to open a link is asked for the code from the mailbox, or from another of the same person',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    const secondEmail = `other.${ruth.user.id}@example.com`;
    const maya = await createRecipient(ruth, { secondEmail });
    const { path } = await deliverLetter(site, ruth, maya, title);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(path);
    await button(page, 'Not now').click();
    await see(heading(page, 'It will wait for you.'));
    await page.reload();
    await button(page, 'Open').click();
    await see(heading(page, title));
    await becomes(() => page.getByText('left this for you').count(), 0);
    await page.reload();
    await see(heading(page, title));
    expect(await button(page, 'Open').count()).toBe(0);

    const second = await openDevice();
    second.console.expect(/409/);
    second.console.expect(/400/);
    await second.page.goto(path);
    expect(await button(second.page, 'Open').count()).toBe(0);
    await button(second.page, 'Send me a code').click();
    const field = second.page.getByLabel('Six-digit code');
    await see(field);
    const codeMails = async () =>
      (await mailTo(site.services, maya.email ?? '')).filter(({ text }) => /\b\d{6}\b/.test(text));
    await becomes(async () => (await codeMails()).length, 1);
    const code = /\b\d{6}\b/.exec((await codeMails())[0]?.text ?? '')?.[0] ?? '';

    await field.fill(code === '000000' ? '000001' : '000000');
    await button(second.page, 'Open').click();
    await see(second.page.getByText(/That code is wrong or too old/));
    expect(await heading(second.page, title).count()).toBe(0);
    await button(second.page, 'Send the code to my other address').click();
    await see(second.page.getByText(/to your other address/));
    await becomes(() => field.evaluate((input) => input === document.activeElement), true);
    await field.fill(await codeTo(site.services, secondEmail));
    await button(second.page, 'Open').click();
    await see(heading(second.page, title));
  },
);

journey(
  'a letter that its author has taken back says so, and shows nothing of it',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const { letter, path } = await deliverLetter(site, ruth, await createRecipient(ruth), title);
    await page.goto(path);
    await button(page, 'Open').click();
    await see(page.getByText('Dear Maya, here is my toast.'));
    const url = `/api/memories/${letter.id}?received=withdraw`;
    expect((await ruth.request({ method: 'DELETE', url })).statusCode).toBe(204);
    await page.reload();
    await see(page.getByText('Ruth Alvarez decided not to share it any longer.'));
    expect(await page.getByText('Dear Maya, here is my toast.').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Download/ }).count()).toBe(0);
  },
);

journey('security 53: an unknown link says so, and what to do', async ({ page, console }) => {
  console.expect(/404/);
  await page.goto(`/received/${'A'.repeat(43)}`);
  await see(heading(page, 'We do not know this link'));
});
