import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { publicPages } from '../../shared/pages.ts';
import { openScreens, signedInScreens } from '../../shared/screens.ts';
import { createLetter, createPerson, createRecipient } from '../factories.ts';
import type { ConsoleWatch } from './support/console-watch.ts';
import { openJourneys } from './support/journey.ts';
import { deliverLetter } from './support/scheduled-letters.ts';
import { button, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys();

// Without a dot between letters, which a name may not contain.
const markup = `<img src=x onerror="window['injected']=1"><script>window['injected']=1</script>`;

/** Every way in which text that became markup could run code, tried on the page as it is. */
async function expectNothingRuns(page: Page, console: ConsoleWatch): Promise<void> {
  console.expect(/Content Security Policy/i);
  console.allow(/404|ERR_UNKNOWN_URL_SCHEME/);
  const ran = await page.evaluate(async () => {
    const { body } = document;
    const script = document.createElement('script');
    script.textContent = 'window.injected = "script"';
    body.append(script);
    const remote = document.createElement('script');
    remote.src = 'data:text/javascript,window.injected="remote"';
    body.append(remote);
    const picture = document.createElement('div');
    picture.innerHTML =
      '<img src="data:," onerror="window.injected=\'handler\'"><a href="javascript:window.injected=1">x</a>';
    body.append(picture);
    picture.querySelector('a')?.click();
    const base = document.createElement('base');
    base.href = 'https://evil.example/';
    document.head.append(base);
    // Whatever can run does so within the next frames.
    for (let frame = 0; frame < 5; frame++) await new Promise((resume) => requestAnimationFrame(resume));
    let evaluated = false;
    try {
      evaluated = new Function('return true')();
    } catch {
      // It should throw.
    }
    for (const added of [script, remote, picture, base]) added.remove();
    return { injected: 'injected' in window, evaluated, base: document.baseURI.includes('evil') };
  });
  expect(ran, page.url()).toEqual({ injected: false, evaluated: false, base: false });
}

journey('security 25: no script that is not ours runs on a page for anybody', async ({ page, console }) => {
  console.allow(/404/);
  for (const path of [...publicPages, ...openScreens, '/received/no-such-link', '/nowhere', '/api/docs']) {
    await page.goto(path);
    await see(page.getByRole('heading').first());
    await expectNothingRuns(page, console);
  }
});

journey(
  'security 25: no script that is not ours runs on a screen of somebody signed in',
  async ({ page, site, console }) => {
    await signIn(page, await createPerson(site, { plan: 'premium' }));
    for (const path of ['/', ...signedInScreens]) {
      await page.goto(path);
      await see(page.getByRole('heading').first());
      await expectNothingRuns(page, console);
    }
  },
);

journey(
  'security 59: markup in what people write is shown as it was written',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site, { firstName: markup.slice(0, 50), plan: 'basic' });
    const maya = await createRecipient(ruth, { firstName: markup, lastName: markup });
    await createLetter(ruth, { title: markup, content: markup, recipient: 'Maya' });
    const request = { sessionType: 'individual', preferredDate: '2099-05-04', preferredTime: markup };
    await ruth.request({ method: 'POST', url: '/api/therapy-requests', payload: request });
    await page.goto('/auth?mode=signin');
    await page.getByLabel('Email').fill(ruth.user.email);
    await page.getByLabel('Password', { exact: true }).fill('Quiet-Harbour-1994');
    await button(page, 'Sign In').click();
    await see(heading(page, markup));
    for (const path of ['/upload', '/recipients', '/schedule', '/counselor']) {
      await page.goto(path);
      await see(page.getByText(markup).first());
      expect(await page.evaluate(() => 'injected' in window)).toBe(false);
    }

    const { letter, path } = await deliverLetter(site, ruth, maya, markup);
    const { page: hers } = await openDevice();
    await hers.goto(path);
    await button(hers, 'Open').click();
    await see(hers.getByText(markup).first());
    await hers.getByRole('textbox', { name: 'Your words' }).fill(markup);
    await button(hers, /^Send to /).click();
    await see(button(hers, 'Take them back'));
    expect(await hers.evaluate(() => 'injected' in window)).toBe(false);
    await page.goto(`/memories/${letter.id}`);
    await see(page.getByText('A few words back'));
    await see(page.getByText(markup).last());
    expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  },
);
