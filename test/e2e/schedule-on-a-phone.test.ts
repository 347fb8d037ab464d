import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { createLetter, createPerson, createRecipient } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { pressOn, tabTo } from './support/keyboard.ts';
import { untilApproved } from './support/scheduled-letters.ts';
import { button, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2031-05-04T15:58:00Z' });
const phone = { width: 390, height: 844 };

journey(
  'a phone asks for a delivery one step after the other, by keyboard too',
  async ({ page, site, console }) => {
    const ruth = await createPerson(site);
    await createRecipient(ruth);
    await signIn(page, ruth, '/schedule');
    await see(page.getByText('Nothing to deliver yet'));
    expect(await button(page, 'Continue').count()).toBe(0);
    await createLetter(ruth, { title: 'For your thirtieth' });
    await untilApproved(ruth);
    await page.reload();
    const goOn = () => pressOn(page, button(page, 'Continue'));

    await see(page.getByRole('radio', { name: 'For your thirtieth' }));
    // A step says what is missing, beside the controls and not on top of them.
    await goOn();
    const missing = page
      .getByRole('alert')
      .getByRole('region', { name: 'Please select both a memory and a date' });
    await see(missing);
    expect(await coveredByToast(page)).toEqual([]);
    await tabTo(page, page.getByRole('radio', { name: 'For your thirtieth' }), 'Shift+Tab');
    await page.keyboard.press('Space');
    await goOn();
    await expectFocus(heading(page, 'When'));
    expect(await missing.isVisible()).toBe(false);
    await tabTo(page, page.getByRole('button', { name: /Today, Sunday, 4 May 2031/ }));
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await goOn();
    await expectFocus(heading(page, 'For whom'));
    await tabTo(page, page.getByRole('checkbox', { name: 'Maya Alvarez' }));
    await page.keyboard.press('Space');
    await goOn();
    await expectFocus(heading(page, 'Check'));
    await see(page.getByText(/^Maya will get an email with your letter on Monday, 12\sMay\s2031/));
    await expectAccessible(page, 'the last step of a delivery');
    await page.setViewportSize(phone);

    // The response to the first press is lost.
    console.expect(/ERR_FAILED/);
    await page.route('**/api/schedules', loseAnswer);
    await pressOn(page, button(page, 'Schedule this delivery'));
    await see(page.getByRole('alert').getByText('Failed to schedule memory'));
    await page.unroute('**/api/schedules', loseAnswer);
    await pressOn(page, button(page, 'Schedule this delivery'));
    await see(heading(page, 'Maya will have it on 12 May 2031.'));
    const done = await page.getByRole('link', { name: 'Done' }).boundingBox();
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect((await ruth.request({ url: '/api/schedules' })).json()).toHaveLength(1);
    expect((done?.y ?? Number.NaN) + (done?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? Number.NaN);
  },
  { sharesClock: true, viewport: phone, hasTouch: true },
);

journey(
  'the second press of a double click changes nothing on the page that moved under it',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    for (const firstName of ['Maya', 'Tom', 'Ida', 'Noor']) await createRecipient(ruth, { firstName });
    await createLetter(ruth, { title: 'For your thirtieth' });
    await untilApproved(ruth);
    await signIn(page, ruth, '/schedule');
    await page.getByRole('radio', { name: 'For your thirtieth' }).check();
    const people = page.getByRole('checkbox');
    for (const person of await people.all()) await person.check();

    // Wherever the page is scrolled to, something of it is under the second press.
    const schedule = button(page, 'Schedule this delivery');
    for (const below of [40, 160, 280]) {
      await schedule.evaluate((element, bottom) => {
        window.scrollTo(
          0,
          element.getBoundingClientRect().bottom + window.scrollY - window.innerHeight + bottom,
        );
      }, below);
      const { x, y, width, height } = (await schedule.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.dblclick(x + width / 2, y + height / 2);
      await expectFocus(heading(page, 'When'));
      expect(
        await people.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked)),
      ).toEqual([true, true, true, true]);
      await button(page, 'Schedule this delivery').hover();
    }
  },
  { viewport: { width: 1100, height: 520 } },
);

async function loseAnswer(route: Route): Promise<void> {
  if (route.request().method() !== 'POST') return route.fallback();
  await route.fetch();
  await route.abort();
}

async function expectFocus(wanted: Locator): Promise<void> {
  await see(wanted);
  expect(await wanted.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** The links, buttons and fields that a toast covers. */
function coveredByToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('[data-toast]')?.getBoundingClientRect();
    if (!toast) return ['no toast'];
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select')]
      .filter((control) => !control.closest('[data-toast]'))
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        const isBeside = left >= toast.right || right <= toast.left;
        const isAboveOrBelow = top >= toast.bottom || bottom <= toast.top;
        return width > 1 && !isBeside && !isAboveOrBelow;
      })
      .map((control) => control.innerText || control.outerHTML.slice(0, 80));
  });
}
