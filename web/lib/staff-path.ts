/** The pages of the staff console. */
export function isStaffPath(path: string): boolean {
  return /^\/admin(\/|$)/.test(path);
}

/** Where to sign in, so as to come back to the page that was asked for, with its filters. */
export function signInFor(path: string, search: string): string {
  const asked = search ? `${path}?${search}` : path;
  return `/auth?${new URLSearchParams({ mode: 'signin', next: asked })}`;
}

/** Where to go after signing in: to a page of the console or a payment that was asked for, or else home. No other destination is accepted. */
export function afterSignIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const [path = ''] = next.split('?');
  return isStaffPath(path) || path === '/checkout-success' ? next : '/';
}
