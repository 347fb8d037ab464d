/** Prerendered at build; complete without scripts. */
export const publicPages = ['/', '/faq', '/terms-of-service', '/privacy-policy'] as const;
export type PublicPath = (typeof publicPages)[number];

/** Placeholders in built pages for the public URL and the address for help, which are known only when the server starts. */
export const placeholderOrigin = 'https://long-after.invalid';
export const placeholderSupportEmail = 'support@long-after.invalid';
