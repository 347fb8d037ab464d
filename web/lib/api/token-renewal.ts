const renewalLock = 'token-renewal';
/** Locks exist only on pages loaded over HTTPS or from localhost. */
export const locks: LockManager | undefined = navigator.locks;

/** Resolves once no tab of this browser is renewing the token. */
export async function afterTokenRenewal(): Promise<void> {
  await locks?.request(renewalLock, { mode: 'shared' }, () => undefined);
}

/**
 * Runs a request that gives this session a new token, and stores that token. The server announces the change, and
 * refuses the old token, a moment before its response arrives: until then no tab of this browser acts on either.
 */
export function renewToken<Result>(renew: () => Promise<Result>): Promise<Result> {
  return locks ? locks.request(renewalLock, renew) : renew();
}
