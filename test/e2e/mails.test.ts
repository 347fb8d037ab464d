import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verifyEmailMail } from '../../server/features/accounts/auth/account-mails/account-links.mail.tsx';
import { newsMail } from '../../server/features/delivery/deliveries/message/message.mail.tsx';
import { yearlyMail } from '../../server/features/home/reminders/yearly-mail/yearly-mail.mail.tsx';
import { phone } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { withFontDoubled } from './support/large-text.ts';
import { largeTextFaults } from './support/large-text-faults.ts';

const browser = await openChromium();
const site = 'https://long-after.example';
const link = `${site}/received/IIFyRxveMgDLTln6Y9aysX6ItOG3XILUPK3QORbJ5dw`;

/** Together they have every part that a mail can have. */
const mails = {
  'the news of a death': newsMail(
    {
      ...{ subject: 'From Ruth', title: 'Ruth left two things for you', recipientName: 'Maximiliane', link },
      ...{ hasDied: 'Ruth died on 3 May 2031.', ownerName: 'Ruth Alvarez', action: 'Open what she left' },
      ...{ why: 'She left them for today.', things: 'A letter\nA photo', sorry: 'They come late.' },
      ...{ knownBy: 'The soup needs longer.', about: 'She asked us to.', aboutLink: link, publicHost: site },
    },
    { isOne: false, isLate: true, hasLine: true },
  ),
  'confirming an address': verifyEmailMail({
    firstName: 'Ruth',
    link,
    works: 'for 72 hours',
    when: '',
    site,
  }),
  'what a year will bring': yearlyMail({
    ...{ ownerName: 'Ruth', years: 'three years', lead: 'This goes out:', coming: '“Thirty” to Maya' },
    ...{ missingLead: 'One has no address.', missing: 'Tomas', files: 'We keep 34 files.', link },
    checkpoint: `12345:${'3fa9'.repeat(16)}`,
  }),
};

test.each(Object.entries(mails))('%s is twice as large where the reader’s font is', async (_, mail) => {
  const page = await browser.newPage({ viewport: phone });
  // Webmail shows it inside its own page, in its own font.
  const html = (await mail).html.replace('</head>', '<style>body { font-size: 13px }</style></head>');
  await page.setContent(html);
  const usual = await textSizes(page);
  await withFontDoubled(page, async () => {
    await page.setContent(html);
    expect(await textSizes(page)).toEqual(usual.map((size) => size * 2));
    expect(await page.evaluate(largeTextFaults)).toEqual([]);
  });
  await page.close();
});

/** The size of each line of text, in px to a tenth. */
function textSizes(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const isText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node instanceof Text && node.data.trim());
    return [...document.querySelectorAll('body *')]
      .filter(isText)
      .map((element) => Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 10) / 10);
  });
}
