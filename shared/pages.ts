// The pages of the web, so that the server knows how to answer a request for each.

/** Prerendered at build; complete without scripts. */
export const publicPages = ['/', '/faq', '/terms-of-service', '/privacy-policy'] as const;
export type PublicPath = (typeof publicPages)[number];

/**
 * Screens that open for everybody, if only to ask them to sign in, by the first segment of the path. The screen itself
 * handles the rest.
 */
export const openScreens = [
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/confirm-email',
  '/confirm-second-email',
  '/undo-email-change',
  '/undo-two-factor',
  '/checkout',
  '/checkout-success',
  '/sandbox-payment',
  '/received',
  '/alive',
  '/trusted',
  '/address',
  '/keep-current',
  '/admin',
  '/report-a-death',
] as const;

/** Screens for signed-in people; others see the landing page there. `:id` stands for a segment of the path. */
export const signedInScreens = [
  '/upload',
  '/what-went-out',
  '/legacy',
  '/schedule',
  '/recipients',
  '/recipients/:id',
  '/store',
  '/physical-items',
  '/counselor',
  '/settings',
  '/settings/sheet',
  '/memories/:id',
  '/preview/:id',
] as const;

/** Placeholders in built pages for the public URL and the address for help, which are known only when the server starts. */
export const placeholderOrigin = 'https://long-after.invalid';
export const placeholderSupportEmail = 'support@long-after.invalid';
