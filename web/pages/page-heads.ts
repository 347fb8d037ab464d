import type { PublicPath } from '../../shared/pages.ts';

export const pageTitles: Readonly<Record<PublicPath, string>> = {
  '/': 'Long After: letters and memories, delivered when it matters',
  '/faq': 'Questions and answers · Long After',
  '/how-we-keep-it': 'How we keep it · Long After',
  '/terms-of-service': 'Terms of Service · Long After',
  '/privacy-policy': 'Privacy Policy · Long After',
};

/** For search engines and link previews. Separate from the titles, because only the build needs them. */
export const pageDescriptions: Readonly<Record<PublicPath, string>> = {
  '/': 'Leave letters, photos, videos and your voice for the people you love, kept safe and delivered on the day you choose.',
  '/faq':
    'How Long After keeps and delivers what you leave, who can read it, when it is sent, how a death is confirmed, and what plans cost.',
  '/how-we-keep-it':
    'What happens to your files, who can read them and when, how a death is verified, what if we close, and how to take everything out.',
  '/terms-of-service':
    'What we promise and what we ask: your account, what you leave, delivery, the guarantee, grace when a plan lapses, and what happens if we close down.',
  '/privacy-policy':
    'What Long After keeps about you and the people you name, why, who can see it, how long it stays, and how to take it with you or have it erased.',
};
