import { createPerson } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { allowed, recordFor } from './support/recording.ts';
import { button, see, signIn } from './support/steps.ts';

const journey = await openJourneys({ hasDevices: true });

journey(
  'axe: recording',
  async ({ page, site }) => {
    await signIn(page, await createPerson(site));
    for (const [type, record] of [
      ['video', 'Record a video'],
      ['audio', 'Record your voice'],
    ] as const) {
      await page.goto(`/upload?type=${type}`);
      await button(page, record).click();
      await see(button(page, /Turn on/));
      await expectAccessible(page, `before a ${type}`);
      await button(page, /Turn on/).click();
      await see(page.getByLabel('Microphone'));
      await expectAccessible(page, `ready for a ${type}`);
      await button(page, 'Start recording').click();
      await button(page, 'Start now').click();
      await recordFor(page, 1);
      await expectAccessible(page, `recording a ${type}`);
      await button(page, 'Pause').click();
      await expectAccessible(page, `${type}, paused`);
      await button(page, 'Stop').click();
      await see(button(page, 'Use this recording'));
      await expectAccessible(page, `looking at a ${type}`);
      await button(page, 'Not now').click();
      await see(button(page, 'Use it'));
      await expectAccessible(page, `a ${type} left behind`);
      await button(page, 'Delete it').click();
      await button(page.getByRole('alertdialog'), 'Delete').click();
    }
  },
  allowed,
);
