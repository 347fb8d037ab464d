import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { placeholderSupportEmail, publicPages } from '../shared/pages.ts';
import { planKeys, plans } from '../shared/plans.ts';
import { openScreens, signedInScreens } from '../shared/screens.ts';
import { givenRule } from './pages/page-parts.tsx';
import { prerender } from './prerender.tsx';

const pages = new Map(prerender().map((page) => [page.path, page]));

function textOf(path: (typeof publicPages)[number]): string {
  const body = pages.get(path)?.body ?? '';
  return body
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

describe('the public pages', () => {
  test.each(publicPages)('%s has one main heading, a title and a description of its own', (path) => {
    const page = pages.get(path);
    expect(page?.body.match(/<h1/g)).toHaveLength(1);
    expect(page?.body).toContain('<main');
    expect(page?.body).not.toContain('<title>');
    const others = prerender().filter((other) => other.path !== path);
    expect(others.map(({ title }) => title)).not.toContain(page?.title);
    expect(page?.description.length).toBeGreaterThan(70);
    expect(page?.description.length).toBeLessThan(170);
  });

  test.each(publicPages)(
    '%s has no style and no handler that the content security policy refuses',
    (path) => {
      expect(pages.get(path)?.body).not.toMatch(/<style|<script|\sstyle="|\son[a-z]+="/);
    },
  );

  test('every link leads to a page or a section that is there', () => {
    const known = [...publicPages, ...openScreens, ...signedInScreens] as readonly string[];
    for (const { path, body } of pages.values()) {
      for (const [, href = ''] of body.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        const { protocol, pathname, hash } = new URL(href, `http://here${path}`);
        if (protocol === 'mailto:') continue;
        expect(known, `${path} links to ${href}`).toContain(pathname);
        const target = prerender().find((page) => page.path === pathname);
        if (hash) expect(target?.body, `${path} links to ${href}`).toContain(`id="${hash.slice(1)}"`);
      }
    }
  });
});

describe('/', () => {
  test('Sign In and Get Started lead to their tabs', () => {
    const { body = '' } = pages.get('/') ?? {};
    expect(body).toMatch(/href="\/auth\?mode=signin"[^>]*>Sign In</);
    expect(body).toMatch(/href="\/auth\?mode=signup"[^>]*>Get Started</);
  });

  test.each([
    'Preserve memories',
    'Schedule delivery',
    'Manage recipients',
    'Secure and private',
    'Grief support',
    'Physical keepsakes',
  ])('shows what it does: %s', (feature) => expect(textOf('/')).toContain(feature));

  test.each(planKeys)('the card of %s shows all limits of the catalogue', (key) => {
    const card = cardOf(key);
    const { name, memoryLimits, deliveryDatesPerYear, guaranteeYears, physicalItems } = plans[key];
    const years = guaranteeYears === 1 ? '1 year' : `${guaranteeYears} years`;
    expect(card).toContain(name);
    expect(card).toContain(
      `Letters ${memoryLimits.letter} Photos ${memoryLimits.photo} Videos ${memoryLimits.video} Audio ${memoryLimits.audio} ` +
        `Delivery dates a year ${deliveryDatesPerYear} Physical items ${physicalItems || 'none'} Legacy guarantee ${years}`,
    );
  });

  test('the cards of the paid plans show the price, the step down after three years and the year paid at once', () => {
    expect(cardOf('free')).toContain('Free');
    expect(cardOf('basic')).toContain('$20 a month');
    expect(cardOf('basic')).toContain('$6.99 a month after 3 years (storage-only guaranteed delivery)');
    expect(cardOf('basic')).toContain('$204 a year instead of $240: 15% less');
    expect(cardOf('basic')).toContain('Counseling add-on');
    expect(cardOf('premium')).toContain('$50 a month');
    expect(cardOf('premium')).toContain('$19.99 a month after 3 years');
    expect(cardOf('premium')).toContain('$510 a year instead of $600: 15% less');
    expect(cardOf('premium')).toContain('Physical gift option and counseling add-on');
  });
});

describe('/faq', () => {
  test('has its six sections in order, a way home and a way to start', () => {
    const { body = '' } = pages.get('/faq') ?? {};
    expect([...body.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'General',
      'Process',
      'Security and privacy',
      'Legacy and delivery',
      'Plans and pricing',
      'Subscriptions and deliveries',
      'Ready to write?',
    ]);
    expect(body).toMatch(/href="\/"[^>]*>.*?Back to Home</);
    expect(body).toMatch(/<section [^>]*>(?:(?!<section).)*Ready to write\?.*?href="\/auth\?mode=signup"/);
  });

  test('begins with what people ask first', () => {
    const { body = '' } = pages.get('/faq') ?? {};
    const questions = [...body.matchAll(/<h3[^>]*>([^<]+)<\/h3>/g)].map(([, question]) => question);
    expect(questions.slice(0, 5)).toEqual([
      'What is Long After?',
      'Who can read what I leave?',
      'When is it sent?',
      'What if I die before that day?',
      'What if I change my mind?',
    ]);
  });

  test('tells the grace rule, how a death is confirmed and what happens if we close down', () => {
    const text = textOf('/faq');
    expect(text).toContain(
      'Within 3 months of a lapse a family member may pay up to 3 months of fees to bring the account current',
    );
    expect(text).toContain('delivery is then no longer guaranteed');
    expect(text).toContain('only if the account is 3 months current');
    expect(text).toContain('at least a day to object, or as long as you chose');
    expect(text).toContain('at least 12 months ahead');
  });
});

describe('/how-we-keep-it', () => {
  test('answers in the order in which people ask, each linked from the top', () => {
    const { body = '' } = pages.get('/how-we-keep-it') ?? {};
    const parts = [...body.matchAll(/<h2 id="(\w+)-title"[^>]*>([^<]+)<\/h2>/g)];
    expect(parts.map(([, , title]) => title)).toEqual([
      'What happens to what you leave',
      'Who can read it, and when',
      'How a death is verified',
      'If we were wrong',
      'If you stop paying',
      'If we close',
      'How to take it all with you',
      'What we cannot do',
    ]);
    for (const [, id, title] of parts) expect(body).toMatch(new RegExp(`href="#${id}"[^>]*>${title}<`));
  });

  test('is linked from the landing page and the questions', () => {
    for (const path of ['/', '/faq'] as const)
      expect(pages.get(path)?.body).toMatch(/<main.*href="\/how-we-keep-it".*<\/main>/s);
  });
});

describe('the legal pages', () => {
  test.each([
    ['/terms-of-service', 'please write to us first, at'],
    ['/privacy-policy', 'Write to'],
  ] as const)('%s says where to write', (path, words) => {
    expect(textOf(path)).toContain(`${words} ${placeholderSupportEmail} , or answer any email`);
  });

  test.each(['/terms-of-service', '/privacy-policy'] as const)('%s leads back to the sign-up', (path) => {
    expect(pages.get(path)?.body).toMatch(/href="\/auth"[^>]*>.*?Back to Sign Up</);
  });

  test('the terms name the age, the grace and the guarantee of each plan', () => {
    const text = textOf('/terms-of-service');
    expect(text).toContain('at least 18 years old');
    expect(text).toContain('a family member may pay up to 3 months of fees');
    for (const key of planKeys) expect(text).toContain(`with ${plans[key].name}`);
  });
});

test.each(['/faq', '/terms-of-service', '/privacy-policy'] as const)(
  '%s says in the same words that what was given stays given',
  (path) => expect(textOf(path)).toContain(givenRule),
);

test.each(publicPages)('%s promises nothing that is not here', (path) => {
  expect(textOf(path)).not.toMatch(/being built|Our staff store them/i);
});

test.each(publicPages)('%s leads to where a death is reported', (path) => {
  expect(pages.get(path)?.body).toMatch(/<footer.*href="\/report-a-death"[^>]*>Report a death</s);
});
test.each(['/faq', '/how-we-keep-it', '/terms-of-service'] as const)(
  '%s leads there from how a death is confirmed',
  (path) => {
    expect(pages.get(path)?.body).toMatch(/<main.*href="\/report-a-death".*<\/main>/s);
  },
);

test('the server knows every screen of the app', () => {
  const texts = ['app', 'signed-in-app'].map((file) =>
    readFileSync(new URL(`./app/${file}.tsx`, import.meta.url), 'utf8'),
  );
  const several = texts
    .flatMap((text) => [...text.matchAll(/\(\?<of>([^)]+)\)/g)])
    .flatMap(([, names = '']) => names.split('|').map((name) => `/${name}`));
  expect(several).toEqual(expect.arrayContaining(publicPages.filter((path) => path !== '/')));
  const routes = [
    ...texts
      .flatMap((text) => [...text.matchAll(/<Route path="([^"]+)"/g)])
      .flatMap(([, route = '']) => route),
    ...several,
  ];
  const known = [...publicPages, ...openScreens, ...signedInScreens] as readonly string[];
  expect(routes.length).toBeGreaterThan(5);
  const isKnown = (route: string) => known.includes(route) || known.includes(route.replace(/\/:.*$/, ''));
  expect(routes.filter((route) => !isKnown(route))).toEqual([]);
});

function cardOf(key: (typeof planKeys)[number]): string {
  const text = textOf('/');
  const from = text.indexOf('Three ways to begin');
  const names = planKeys.map((each) => text.indexOf(`${plans[each].name} `, from));
  const end = [...names, text.indexOf('If a paid plan lapses')].filter(
    (place) => place > (names[planKeys.indexOf(key)] ?? 0),
  );
  return text.slice(names[planKeys.indexOf(key)], Math.min(...end));
}
