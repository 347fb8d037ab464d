/** Whether a path belongs to the staff console. */
export function isStaffPath(path: string): boolean {
  return /^\/admin(\/|$)/.test(path);
}

/** The URL of the sign-in page. It leads back to the page that was requested, with its filters. */
export function signInFor(path: string, search: string): string {
  const asked = search ? `${path}?${search}` : path;
  return `/auth?${new URLSearchParams({ mode: 'signin', next: asked })}`;
}

/** Where to go after signing in: to the page of ours that was requested, or else home. */
export function afterSignIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^(\/[\w-]+)+(\?|$)/.test(next) ? next : '/';
}
