/** The addresses of the web, so that the server knows what to answer before any script has run. */

/** Made at build, complete without scripts. */
export const publicPages = ['/', '/faq', '/terms-of-service', '/privacy-policy'] as const;
export type PublicPath = (typeof publicPages)[number];

/** Screens for anybody, by the first part of their path; what follows it belongs to the screen. */
export const openScreens = [
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/confirm-email',
  '/undo-email-change',
  '/checkout',
  '/checkout-success',
  '/sandbox-payment',
  '/received',
] as const;

/** Screens for signed-in people; anybody else sees the landing page there. */
export const signedInScreens = [
  '/upload',
  '/legacy',
  '/schedule',
  '/recipients',
  '/store',
  '/physical-items',
  '/counselor',
  '/settings',
] as const;

/** Stands in pages made at build for the address of the service, which is known only when the server starts. */
export const placeholderOrigin = 'https://long-after.invalid';
