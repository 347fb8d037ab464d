import { announce } from '../../server/features/home/sunset/sunset.ts';
import { createPerson, createRecipient, createSchedule } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { scheduleLetter } from './support/scheduled-letters.ts';
import { becomes, button, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'before the service closes, an owner hands over what waits for their death, and takes it back',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site, { plan: 'premium' });
    const maya = await createRecipient(ruth);
    const { id: memoryId } = await scheduleLetter(site, ruth, maya, 'For your thirtieth');
    const today = site.clock.now();
    await createSchedule(ruth, {
      ...{ memoryId, recipientIds: [maya.id], deliveryType: 'on_death' },
      deliveryDate: today.toISOString(),
    });
    const lastDay = `${today.getUTCFullYear() + 2}-01-31`;
    await announce(site.services, { lastDay, by: 'command:operator' });

    await signIn(page, ruth);
    const notice = page.getByRole('region', { name: 'Long After closes before something of yours' });
    await see(notice);
    await expectAccessibleAndLarge(page, 'dashboard before the end of the service');
    await notice.getByRole('link', { name: 'See what comes later' }).click();
    await see(heading(page, 'Shall it be delivered on the last day?'));
    const letter = page.getByRole('checkbox', { name: /after your death/ });
    await letter.check();
    await see(page.getByText('will be read while you are here'));
    await expectAccessibleAndLarge(page, 'what would come later');
    await button(page, 'Deliver on the last day').click();
    await see(heading(page, `To be delivered on 31 January ${lastDay.slice(0, 4)}`));
    await expectAccessibleAndLarge(page, 'what is handed over');
    await button(page, 'Take it back').click();
    await seeGone(button(page, 'Take it back'));
    await see(letter);

    // Pages know about it within half a minute; the test does not wait for that.
    site.clock.advance(31);
    const { page: visitors } = await openDevice();
    const readSignUp = async () => (await visitors.request.get('/auth')).text();
    await becomes(async () => (await readSignUp()).includes('Long After closes on'), true);
    await page.reload();
    await see(page.getByRole('complementary', { name: 'Notice' }));
    await see(letter);
    await expectAccessibleAndLarge(page, 'what would come later, below the notice');
    await visitors.goto('/auth?mode=signup');
    await see(visitors.getByText('Long After is closing and takes no new accounts.'));
    await expectAccessibleAndLarge(visitors, 'no new accounts before the end of the service');
  },
);
