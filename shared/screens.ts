// The screens of the app, so that the server knows how to answer a request for each.

/**
 * Screens that open for everybody, even if only to ask them to sign in, by the first segment of the path. The
 * screen itself handles the rest.
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
  '/guardian',
  '/asked',
  '/keep-current',
  '/admin',
  '/report-a-death',
] as const;

/** Screens for signed-in people; others are asked to sign in, and come back to it. `:id` stands for the last segment of a path. */
export const signedInScreens = [
  '/upload',
  '/what-went-out',
  '/legacy',
  '/schedule',
  '/rehearsal',
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

export function isScreen(screens: readonly string[], path: string): boolean {
  return screens.includes(path) || screens.includes(path.replace(/[^/]+$/, ':id'));
}

/** Pages whose URL is a secret: no search engine lists them, and no other site gets to see it. */
export const privatePages =
  /^\/(received|trusted|guardian|asked|address|keep-current|report-a-death|alive|reset-password|verify-email|confirm-(second-)?email|undo-email-change|undo-two-factor|sandbox-payment)\//;
