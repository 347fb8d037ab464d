import type { Page } from 'playwright-core';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { becomes, button, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2031-05-04T15:58:00Z' });
const shared = { sharesClock: true };

const isChosen = async (person: Person, { id }: Memory) =>
  (await person.request({ url: `/api/memories/${id}` })).json<Memory>().deleteOnDeath;
const planned = async (person: Person) =>
  (await person.request({ url: '/api/schedules' })).json<Schedule[]>().map(({ id }) => id);
const deletion = (page: Page) => page.getByRole('switch', { name: 'Delete this when I die' });

journey(
  'a letter that is for nobody: chosen on its page, seen in the list, and taken back',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const letter = await createApprovedLetter(ruth, { title: 'My own' });
    await signIn(page, ruth, `/memories/${letter.id}`);
    await deletion(page).click();
    await see(page.getByText('It will be deleted when you die'));
    await becomes(() => isChosen(ruth, letter), true);
    await see(page.getByText('Deleted when you die', { exact: true }));
    await seeGone(page.getByRole('link', { name: 'Choose its day' }));
    await expectAccessible(page, 'a memory that is deleted when its owner dies');

    await page.goto('/upload');
    await see(page.getByText('Deleted when you die', { exact: true }));
    await page.goto(`/schedule?memory=${letter.id}`);
    await see(page.getByText(/You chose to have “My own” deleted when you die/));

    await page.goto(`/memories/${letter.id}`);
    await deletion(page).click();
    await becomes(() => isChosen(ruth, letter), false);
    await see(page.getByRole('link', { name: 'Choose its day' }));
  },
  shared,
);

journey(
  'where something is planned it says what is cancelled, and one press plans it again',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    const letter = await createApprovedLetter(ruth);
    await createSchedule(ruth, {
      memoryId: letter.id,
      deliveryDate: '2032-02-29T12:00:00.000Z',
      recipientIds: [maya.id],
    });
    const before = await planned(ruth);
    await signIn(page, ruth, `/memories/${letter.id}`);
    await deletion(page).click();
    const dialog = page.getByRole('alertdialog');
    await see(dialog.getByText(/Maya Alvarez will no longer receive it on 29\sFebruary\s2032/));
    await expectAccessible(page, 'the question whether it is deleted when its owner dies');
    await button(dialog, 'Leave it as it is').click();
    await seeGone(dialog);
    await becomes(() => planned(ruth), before);

    await deletion(page).click();
    await button(dialog, 'Delete it when I die').click();
    await see(page.getByText('What was planned is cancelled.'));
    await becomes(() => planned(ruth), []);
    await button(page, 'Undo').click();
    await see(page.getByText('Everything is as it was before.'));
    await becomes(() => planned(ruth), before);
    await becomes(() => isChosen(ruth, letter), false);
  },
  shared,
);

journey(
  'beside delivering it after a death stands the other choice',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const letter = await createApprovedLetter(ruth, { title: 'My own' });
    await signIn(page, ruth, `/schedule?memory=${letter.id}`);
    await page.getByRole('radio', { name: 'After my death' }).click();
    await see(page.getByText('Should nobody have it?'));
    await button(page, 'Delete it when I die').click();
    await page.waitForURL(`**/memories/${letter.id}`);
    await see(page.getByText('Deleted when you die', { exact: true }));
    await becomes(() => isChosen(ruth, letter), true);
  },
  shared,
);
