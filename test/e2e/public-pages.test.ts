import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { publicPages } from '../../shared/pages.ts';
import { createPerson, createRecipient } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { heading, see, seeGone, signIn, signInOnScreen } from './support/steps.ts';

const journey = await openJourneys();

/** An A4 sheet within its margins. */
const printedWidth = { width: 642, height: 900 };

const hero = 'What you want them to have, long after.';

journey(
  'without scripts every public page is complete, and says so to search engines and link previews',
  async ({ page, site }) => {
    for (const path of publicPages) {
      expect((await page.goto(path))?.status()).toBe(200);
      await see(page.getByRole('heading', { level: 1 }));
      await see(page.getByRole('navigation', { name: 'About' }).getByRole('link', { name: 'Terms' }));
      expect(await attribute(page, 'link[rel="canonical"]', 'href')).toBe(`${site.address}${path}`);
      expect(await attribute(page, 'meta[property="og:url"]', 'content')).toBe(`${site.address}${path}`);
      const picture = await page.request.get(
        (await attribute(page, 'meta[property="og:image"]', 'content')) ?? '',
      );
      expect(picture.headers()['content-type']).toBe('image/png');
    }
    await page.goto('/faq');
    await page.getByText('How is a death confirmed?').click();
    await see(page.getByText('Our staff check the proof and verify the report, or reject it.'));
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`<loc>${site.address}/faq</loc>`);
    expect(await (await page.request.get('/robots.txt')).text()).toContain(`${site.address}/sitemap.xml`);
  },
  { javaScriptEnabled: false },
);

journey('signed out, an unknown path shows the landing page, one of the app a sign-in', async (walk) => {
  const { page, console } = walk;
  console.expect(/404/);
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await see(heading(page, hero));
  expect((await page.goto('/upload'))?.status()).toBe(200);
  await see(heading(page, 'Welcome Back'));
});

journey(
  'the pages that the app takes over load none of its code for a visitor, and the two fonts they are set in',
  async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    for (const path of ['/', '/how-we-keep-it']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await page.evaluate(fontsInUse)).toEqual(['Newsreader Variable', 'Source Sans 3 Variable']);
    }
    expect(new Set(scripts)).toEqual(new Set(['/before-paint.js']));
  },
);

journey('what we say of how we keep it is shown to an owner in figures of their own', async (walk) => {
  const { page, site } = walk;
  const person = await createPerson(site);
  await createRecipient(person, { firstName: 'Ana', email: null });
  await signIn(page, person);
  await page.goto('/how-we-keep-it#limits');
  await see(page.getByText('Nobody you wrote down can be reached today.'));
  await see(page.getByText('No report of your death is known to us.'));
  expect(
    await heading(page, 'What we cannot do').evaluate((title) => title.getBoundingClientRect().top),
  ).toBeLessThan(200);
  await expectAccessibleAndLarge(page, 'How we keep it, with figures');
  await page.setViewportSize(printedWidth);
  await page.emulateMedia({ media: 'print' });
  const widths = await page
    .locator('li h2')
    .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().width));
  expect(Math.min(...widths), 'titles on paper').toBeGreaterThan(printedWidth.width / 2);
});

journey('a visitor finds the way to sign in, to sign up, to the questions and back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await see(heading(page, 'Welcome Back'));
  await page.getByRole('link', { name: 'Long After' }).click();
  await see(heading(page, hero));
  await page.getByRole('link', { name: 'How it works' }).click();
  await page.waitForURL('**/faq#process');
  await see(heading(page, 'Process'));
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await see(heading(page, hero));
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await see(heading(page, 'Create Your Account'));
});

journey('signed in, / is the dashboard, and the landing page is never painted', async ({ page, site }) => {
  const person = await createPerson(site, { firstName: 'Ruth' });
  await signIn(page, person);
  await page.addInitScript(() => {
    const seen = { hero: false };
    Object.assign(window, { seen });
    const look = () => {
      const title = document.querySelector('h1');
      if (title?.textContent?.includes('long after') && title.checkVisibility()) seen.hero = true;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/');
  await see(heading(page, 'Welcome back, Ruth'));
  expect(await page.evaluate(() => (window as unknown as { seen: { hero: boolean } }).seen.hero)).toBe(false);
  expect(await heading(page, hero).count()).toBe(0);

  await page.getByRole('link', { name: 'Help and questions' }).click();
  await see(heading(page, 'Questions and answers'));
  for (const arrive of [() => page.waitForURL('**/faq'), () => page.reload()]) {
    await arrive();
    await see(page.getByRole('link', { name: 'Back to Dashboard' }));
    await seeGone(page.getByRole('link', { name: 'Sign In' }));
    await seeGone(page.getByRole('link', { name: 'Get Started' }));
  }
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await see(heading(page, 'Welcome back, Ruth'));
});

journey(
  'signing in or out in one tab shows in another that stands on the landing page',
  async ({ page, context, site, console }) => {
    // The other tab may still be making a request when the session ends.
    console.allow(/401 .*\/api\//);
    const person = await createPerson(site, { firstName: 'Ruth' });
    const waiting = await context.newPage();
    await waiting.goto('/');
    await see(heading(waiting, hero));
    await signInOnScreen(page, person);
    await see(heading(waiting, 'Welcome back, Ruth'));
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await see(heading(waiting, hero));
    await seeGone(heading(waiting, 'Welcome back, Ruth'));
  },
);

journey('axe: public pages with every answer open', async ({ page }) => {
  for (const path of publicPages) {
    await page.goto(path);
    await page.evaluate(openAnswers);
    await expectAccessibleAndLarge(page, path);
  }
});

/** The fonts in use, without the machine's fonts that stand in until these have arrived. */
function fontsInUse() {
  const loaded = [...document.fonts].filter(
    ({ family, status }) => status === 'loaded' && !family.endsWith(' Fallback'),
  );
  return loaded.map(({ family }) => family).sort();
}

async function openAnswers() {
  for (const answer of document.querySelectorAll('details')) answer.open = true;
  await document.fonts.ready;
}

async function attribute(page: Page, selector: string, name: string): Promise<string | null> {
  return await page.locator(selector).getAttribute(name);
}
