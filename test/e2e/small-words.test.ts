import { expect } from 'vitest';
import type { Recipient } from '../../shared/people/recipients.ts';
import { createLetter, createPerson, createRecipient } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { button, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey('a title that was cut when it was pasted says so', async ({ page, context, site }) => {
  const ruth = await createPerson(site);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, ruth, '/upload?type=letter');
  const title = page.getByLabel('Title');
  await title.focus();
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'x'.repeat(201));
  await page.keyboard.press('ControlOrMeta+V');
  const note = page.getByText('What you pasted was too long. Only the first 200 characters are here.');
  await see(note);
  expect(await title.inputValue()).toHaveLength(200);
  const hidden = await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden, 'the height of the title that is not seen').toBeLessThanOrEqual(1);
  await page.keyboard.press('Backspace');
  await seeGone(note);
});

journey(
  'a family with a picture in its name; what Maya will get leads to how she will see it',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const letter = await createLetter(ruth);
    const maya = await createRecipient(ruth, {
      firstName: 'Maya 👩🏽\u200D🚒',
      lastName: 'Alvarez 👨\u200D👩\u200D👧',
    });
    const book = await ruth.request({ method: 'GET', url: '/api/recipients' });
    expect(book.json<Recipient[]>()).toMatchObject([{ firstName: maya.firstName, lastName: maya.lastName }]);
    const year = new Date().getFullYear() + 2;
    await signIn(page, ruth, `/schedule?memory=${letter.id}&for=${maya.id}&day=${year}-05-04`);
    const link = page.getByRole('link', { name: 'will get an email with your letter' });
    await see(link);
    await see(page.getByText(`With this, 1 of your 5 delivery dates in ${year} is taken.`));
    await expectAccessible(page, 'the sentence of a delivery');
    await link.click();
    await see(
      heading(page, /as .* will/i)
        .or(page.getByText('Nothing is sent', { exact: false }))
        .first(),
    );
    expect(new URL(page.url()).pathname).toBe(`/preview/${letter.id}`);
    expect(await button(page, 'Schedule this delivery').count()).toBe(0);

    // Nothing was changed, so nothing is kept.
    await page.goto('/schedule');
    await see(page.getByText('Choose a memory, a day, and the people it is for.'));
    expect((await ruth.request({ url: '/api/drafts' })).json()).toEqual([]);
  },
);
