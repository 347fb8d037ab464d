import { Check, Hourglass } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CompareTexts } from './compare-texts.tsx';
import type { ComparedText } from './rows.ts';

const inAccount: ComparedText = {
  heading: 'In your account',
  note: 'saved today at 10:42',
  badge: { tone: 'sage', icon: Check, children: 'In your account' },
  title: 'For your thirtieth',
  text: 'Dear Maya,\nPut the lemon in last.',
  details: [
    { name: 'For', text: 'Maya' },
    { name: 'Personal message', text: 'With love' },
  ],
  keepLabel: 'Keep the one in my account',
};
const here: ComparedText = {
  ...inAccount,
  heading: 'From here',
  badge: { tone: 'gold', icon: Hourglass, children: 'Kept as a draft' },
  keepLabel: 'Keep the one from here',
};

const show = (other: Partial<ComparedText>) =>
  renderToStaticMarkup(
    <CompareTexts one={inAccount} other={{ ...here, ...other }} onKeep={() => undefined} />,
  );
const marks = (page: string) =>
  [...page.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, text]) => text).filter((text) => text !== 'Marked');

test('what differs is marked in both, and counted; a detail that is the same is left out', () => {
  const page = show({
    title: 'For your 30th birthday',
    text: 'Dear Maya,\nPut the lemon in last.\nSit on the porch.',
    details: [
      { name: 'For', text: 'Maya' },
      { name: 'Personal message', text: 'With all my love' },
    ],
  });
  expect(marks(page)).toEqual(['thirtieth', '30th birthday', 'Sit on the porch.', 'all my']);
  expect(page).toContain('3 places');
  expect(page).not.toContain('>For<');
});

test('two equal answers, and none is chosen beforehand', () => {
  const page = show({ title: 'Another' });
  const looks = [...page.matchAll(/<button[^>]*class="([^"]*w-full[^"]*)"[^>]*>([^<]*)/g)];
  expect(looks.map(([, , label]) => label)).toEqual([inAccount.keepLabel, here.keepLabel]);
  expect(looks[0]?.[1]).toBe(looks[1]?.[1]);
  expect(page).not.toMatch(/checked|autofocus/);
});

test('what has no title shows none', () => {
  const page = renderToStaticMarkup(
    <CompareTexts
      one={{ ...inAccount, title: '' }}
      other={{ ...here, title: '', text: 'Dear Ana,' }}
      onKeep={() => undefined}
    />,
  );
  expect(page).not.toContain('<h4');
});
