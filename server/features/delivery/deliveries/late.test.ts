import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { createOwner, deliverDue, leave, releaseOwner } from '../../../../test/released.ts';

// Nothing ran for months or years, and everything is overdue. When it runs again, all of it goes out and says that it is late.

const day = 24 * 60 * 60;
const sorry = 'It comes later than Ruth meant it to. We are sorry.';

const outages = [
  ['three months', 91],
  ['two years', 731],
] as const;
const plain = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ');

test.each(outages)('%s off: owner and recipients read that it is late', async (name, days) => {
  const clock = createTestClock('2031-05-01T12:00:00Z');
  const testApp = await startTestApp({ clock });
  const [living, dead] = [`living@${days}.example`, `dead@${days}.example`];
  const inLife = await createOwner(testApp, [{ email: living }], { firstName: 'Ruth' });
  const inDeath = await createOwner(testApp, [{ email: dead }], { firstName: 'Ruth' });
  const [first] = await Promise.all(
    ['2031-05-02T12:00:00Z', '2031-06-02T12:00:00Z'].map((deliveryDate) =>
      leave(testApp, inLife, { deliveryType: 'scheduled', deliveryDate }),
    ),
  );
  await leave(testApp, inDeath);
  await leave(testApp, inDeath, { releaseDays: 30 });
  await releaseOwner(testApp, inDeath.owner);
  await deliverDue(testApp);
  expect(plain((await mailTo(testApp.services, dead))[0]?.text), name).not.toContain(sorry);

  clock.advance(days * day);
  await deliverDue(testApp);
  const toLiving = (await mailTo(testApp.services, living)).map(({ text }) => plain(text));
  expect(toLiving).toHaveLength(2);
  for (const text of toLiving) expect(text).toContain(sorry);
  expect(toLiving.at(-1)).toContain('bring it to you on 2 May 2031');
  expect(plain((await mailTo(testApp.services, dead))[0]?.text)).toContain(sorry);
  expect(await mailTo(testApp.services, dead)).toHaveLength(2);

  await sendMailsAbout(testApp.services, first?.id ?? '');
  const [told] = await mailTo(testApp.services, inLife.owner.user.email);
  expect(plain(told?.text)).toContain('it was due on Friday, 2 May 2031');
  await deliverDue(testApp);
  expect(await mailTo(testApp.services, living)).toHaveLength(2);
});
