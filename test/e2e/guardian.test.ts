import { expect } from 'vitest';
import type { GuardianPage } from '../../shared/delivery/guardians.ts';
import { askDaniel, createFamily, leaveForMaya } from '../guardians.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { button, see } from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2026-10-12T15:00:00Z' });

journey(
  'a guardian keeps something sealed until later, lets it come after all, and sees nothing of it',
  async ({ page, site }) => {
    const family = await createFamily(site);
    await leaveForMaya(site, family, 20);
    const token = await askDaniel(site, family);
    const answers = async () => {
      const answer = await site.app.inject({ url: `/api/guardian/${token}` });
      return answer.json<GuardianPage>().moments.map((moment) => moment.answer);
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/guardian/${token}`);
    await see(button(page, 'Let it come'));
    await expectAccessible(page, 'what a guardian is asked');
    expect(await answers()).toEqual([null]);
    await button(page, 'Not yet').click();
    await see(page.getByRole('heading', { name: 'Not yet. When shall we ask you again?' }));
    await page.getByRole('radio', { name: /Do not ask me again/ }).check();
    await expectAccessible(page, 'when a guardian is asked again');
    await button(page, 'Keep it sealed').click();
    await see(button(page, 'Let it come after all'));
    expect(await answers()).toEqual(['not_yet']);
    await button(page, 'Let it come after all').click();
    await see(button(page, 'Not yet after all'));
    expect(await answers()).toEqual(['come']);
    await expectAccessible(page, 'what a guardian has answered');
  },
  { sharesClock: true },
);
