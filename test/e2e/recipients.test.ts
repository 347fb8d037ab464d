import { expect } from 'vitest';
import { createPerson, createRecipient } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { scheduleLetter } from './support/scheduled-letters.ts';
import { becomes, button, heading, see, seeGone, signIn, unsavedQuestion } from './support/steps.ts';

const journey = await openJourneys();

const missing = 'Please fill in all required fields (First Name, Last Name, and Relationship)';

journey('a recipient is added, corrected and removed', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Recipients' }).click();
  await button(page, 'Add your first recipient').click();
  const adding = page.getByRole('dialog', { name: 'Add Recipient' });
  await button(adding, 'Save').click();
  await see(adding.getByRole('region', { name: 'Validation Error' }).getByText(missing));
  await see(adding.getByText('First name is missing'));
  expect(await page.getByText(missing).count()).toBe(1);
  expect(await adding.getByLabel('First name').getAttribute('aria-invalid')).toBe('true');
  await adding.getByLabel('First name').fill('Inés');
  await adding.getByLabel('Last name').fill('Duarte');
  await adding.getByLabel('Relationship').selectOption('sibling');
  const email = adding.getByLabel(/^Email/);
  await email.fill('ines@example.com');
  await page.keyboard.press('Escape');
  const keepEditing = button(unsavedQuestion(page), 'Keep editing');
  await becomes(() => keepEditing.evaluate((it) => it === document.activeElement), true);
  await page.keyboard.press('Enter');
  await becomes(() => email.evaluate((it) => it === document.activeElement), true);
  await button(adding, 'sister').click();
  await see(adding.getByText('“Your sister, Ruth, left this for you.”'));
  await adding.getByText('More about Inés').click();
  await adding.getByLabel('A line only you could have written').fill('The key is under the frog.');
  await adding.getByRole('switch', { name: 'Trusted contact' }).check();
  await button(adding, 'Save').click();
  await seeGone(adding);
  await see(heading(page, 'Inés Duarte'));
  await see(page.getByText('Trusted contact', { exact: true }));

  await button(page, 'Edit Inés Duarte').click();
  const editing = page.getByRole('dialog', { name: 'Edit Recipient' });
  expect(await editing.getByLabel(/^Email/).inputValue()).toBe('ines@example.com');
  await page.keyboard.press('Escape');
  await seeGone(editing);
  await button(page, 'Edit Inés Duarte').click();
  await editing.getByLabel(/^Email/).fill('dropped@example.com');
  await button(editing, 'Cancel').click();
  await button(unsavedQuestion(page), 'Close without saving').click();
  await seeGone(editing);
  await button(page, 'Edit Inés Duarte').click();
  await editing.getByLabel(/^Email/).fill('ines.duarte@example.com');
  await editing.getByText('More about Inés').click();
  expect(await editing.getByLabel('A line only you could have written').inputValue()).toMatch(/frog\.$/);
  await button(editing, 'Save').click();
  await seeGone(editing);
  await page.getByRole('link', { name: 'Inés Duarte' }).click();
  await see(heading(page, 'For Inés'));
  await see(page.getByText('Nothing yet.'));
  await see(page.getByText('ines.duarte@example.com'));
  await button(page, 'Add a day').click();
  await becomes(
    () => editing.getByLabel('What day is it?').evaluate((it) => it === document.activeElement),
    true,
  );
  await page.keyboard.type('Wedding');
  await editing.getByLabel('Day', { exact: true }).last().fill('29');
  await editing.getByLabel('Month', { exact: true }).last().selectOption('2');
  await editing.getByLabel('Year', { exact: true }).last().fill('2004');
  await button(editing, 'Save').click();
  await seeGone(editing);
  await see(page.getByText('29 February, Wedding'));
  await expectAccessible(page, 'the page of a person');

  await button(page, 'Delete Inés Duarte').click();
  await button(page.getByRole('alertdialog', { name: 'Remove Inés Duarte?' }), 'Remove').click();
  await see(heading(page, 'No recipients yet'));
  expect((await ruth.request({ url: '/api/recipients' })).json()).toEqual([]);
});

journey(
  'before somebody is removed the one question says what they will no longer receive, and when',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    await scheduleLetter(site, ruth, maya, 'For your thirtieth');
    await signIn(page, ruth, '/recipients');
    await button(page, 'Delete Maya Alvarez').click();
    const question = page.getByRole('alertdialog', { name: 'Remove Maya Alvarez?' });
    await see(question.getByText('Maya will no longer receive:'));
    await see(question.getByText(/For your thirtieth/));
    await button(question, 'Cancel').click();
    await seeGone(question);
    await see(heading(page, 'Maya Alvarez'));

    await button(page, 'Delete Maya Alvarez').click();
    await button(question, 'Remove').click();
    await see(page.getByText('Nobody is chosen any more to receive “For your thirtieth”.'));
    await seeGone(heading(page, 'Maya Alvarez'));
  },
);
