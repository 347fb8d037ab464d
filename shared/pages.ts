/** Prerendered during the build; complete without scripts. */
export const publicPages = ['/', '/faq', '/how-we-keep-it', '/terms-of-service', '/privacy-policy'] as const;
export type PublicPath = (typeof publicPages)[number];

/** Placeholders in built pages for the public URL and the support address, which are known only when the server starts. */
export const placeholderOrigin = 'https://long-after.invalid';
export const placeholderSupportEmail = 'support@long-after.invalid';

/** The same for what the settings say about the review of a report of a death: each is a sentence or the title of a step. */
export const placeholderReview = {
  within: 'review-within.long-after.invalid',
  by: 'review-by.long-after.invalid',
  thenAtLeast: 'review-then.long-after.invalid',
} as const;
export type ReviewWords = Record<keyof typeof placeholderReview, string>;
