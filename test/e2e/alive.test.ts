import { expect } from 'vitest';
import { aliveToken } from '../../server/features/after-death/death-cases/death-reports/report-rows.ts';
import { reportRow, sendReport } from '../death-reports.ts';
import { createPerson, goodPassword } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { button, heading, see, seeGone } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'somebody who was reported dead says that they are alive: by a press, not by a look',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const report = await sendReport(site, { personEmail: ruth.user.email });
    const path = `/alive/${aliveToken(site.services, report.id)}`;
    await page.goto(path);
    await see(heading(page, 'Ruth, are you there?'));
    await expectAccessibleAndLarge(page, 'I am alive');
    expect((await reportRow(site, report)).state).toBe('in_review');
    await button(page, 'I am alive').click();
    await see(heading(page, 'Thank you, Ruth'));
    expect((await reportRow(site, report)).state).toBe('closed');
    await page.reload();
    await see(heading(page, 'We know that you are alive, Ruth'));

    await page.goto('/auth');
    await page.getByLabel('Email').fill(ruth.user.email);
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.keyboard.press('Enter');
    const notice = page.getByRole('region', { name: 'A report that you had died' });
    await see(notice.getByText(/You told us that you are alive, and nothing was given to anybody/));
    await expectAccessibleAndLarge(page, 'the notice after a report');
    await button(page, 'I have read this').click();
    await seeGone(notice);
    await page.reload();
    await see(heading(page, 'Welcome back, Ruth'));
    expect(await notice.count()).toBe(0);
  },
);
