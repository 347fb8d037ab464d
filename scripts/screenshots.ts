/** Takes the screenshots of the README from the demo data in `DATA_DIR`: `npm run screenshots`. */
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { readConfig } from '../server/platform/config.ts';
import type { SignedIn } from '../shared/accounts/sign-in.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import { shellOptions } from '../test/e2e/support/chromium-options.ts';
import { storedUserText } from '../web/features/accounts/auth/sessions/stored-user.ts';
import { until } from './demo/environment.ts';
import { readDemoLetter } from './demo/leave.ts';
import { ruth } from './demo/ruth.ts';
import { projectRoot } from './setup/project.mjs';
import { startTemporaryServer } from './setup/temporary-server.mjs';

const screen = { width: 1200, height: 900 };

const server = await startTemporaryServer(readConfig(process.env).dataDir);
const browser = await chromium.launch(shellOptions);
try {
  await takeAll(browser, server.origin);
} finally {
  await browser.close();
  await server.stop();
}

async function takeAll(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ viewport: screen, reducedMotion: 'reduce', baseURL: origin });
  const page = await context.newPage();
  const { token } = await signInAsRuth(context, page);

  await page.goto('/');
  await take(page, 'dashboard');

  await page.goto(`/recipients/${await idOfMaya(context, token)}`);
  await take(page, 'person');

  await page.goto('/upload?type=letter');
  await page.getByLabel('Title').fill('Eat something first');
  await page.getByLabel('Your letter').fill(readDemoLetter('for-your-thirtieth'));
  await page.getByLabel('Title').focus();
  await take(page, 'letter');

  await page.goto(await linkForMaya(context));
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Six-digit code').fill(await codeForMaya(context));
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('About this page').waitFor();
  await page.mouse.move(0, 0);
  await take(page, 'received');
}

async function signInAsRuth(context: BrowserContext, page: Page): Promise<SignedIn> {
  const { email, password } = ruth;
  const answer = await context.request.post('/api/auth/login', { data: { email, password } });
  const signedIn: SignedIn = await answer.json();
  await page.addInitScript(
    ([token, user]) => {
      localStorage.setItem('auth_token', token);
      localStorage.setItem('auth_user', user);
    },
    [signedIn.token, storedUserText(signedIn.user)] as const,
  );
  return signedIn;
}

async function idOfMaya(context: BrowserContext, token: string): Promise<string> {
  const answer = await context.request.get('/api/recipients', {
    headers: { authorization: `Bearer ${token}` },
  });
  const people: Recipient[] = await answer.json();
  const maya = people.find(({ firstName }) => firstName === 'Maya');
  if (!maya) throw new Error('Maya is missing from the demo data.');
  return maya.id;
}

/** What falls due for her a minute after the demo data was made; it is shown closed above what she has already read. */
function linkForMaya(context: BrowserContext): Promise<string> {
  return inMailOfMaya(context, /\/received\/[\w-]{43}/, 'Ruth left two things for you');
}

/** Her page was opened on another device. */
function codeForMaya(context: BrowserContext): Promise<string> {
  return inMailOfMaya(context, /\b\d{6}\b/);
}

function inMailOfMaya(context: BrowserContext, wanted: RegExp, about?: string): Promise<string> {
  return until('a mail to Maya', async () => {
    const answer = await context.request.get('/dev/mailbox.json');
    const mails: { to: string; subject: string | null; text: string }[] = await answer.json();
    return mails
      .filter(({ to, subject }) => to.startsWith('maya') && (!about || subject === about))
      .map(({ text }) => wanted.exec(text)?.[0])
      .find((found) => found !== undefined);
  });
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const path = join(projectRoot, 'docs', 'screenshots', `${name}.png`);
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(path);
  console.log(path);
}
