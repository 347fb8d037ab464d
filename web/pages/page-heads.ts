import type { PublicPath } from '../../shared/pages.ts';

/** Title and description for search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
}

export const pageHeads: Readonly<Record<PublicPath, PageHead>> = {
  '/': {
    title: 'Long After: letters and memories, delivered when it matters',
    description:
      'Leave letters, photos, films and your voice for the people you love, kept safe and delivered on the day you choose.',
  },
  '/faq': {
    title: 'Questions and answers · Long After',
    description:
      'How Long After keeps and delivers what you leave, who can read it, when it is sent, how a death will be confirmed, and what plans cost.',
  },
  '/terms-of-service': {
    title: 'Terms of Service · Long After',
    description:
      'What we promise and what we ask: your account, what you leave, delivery, the guarantee, grace when a plan lapses, and what happens if we close down.',
  },
  '/privacy-policy': {
    title: 'Privacy Policy · Long After',
    description:
      'What Long After keeps about you and the people you name, why, who can see it, how long it stays, and how to take it with you or have it erased.',
  },
};
