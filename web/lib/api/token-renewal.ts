export const renewalLock = 'token-renewal';
/** Only pages that came by HTTPS, or from this machine, have locks. */
export const locks: LockManager | undefined = navigator.locks;

/** Resolves once no tab of this browser renews the token, see renew-token.ts. */
export async function afterTokenRenewal(): Promise<void> {
  await locks?.request(renewalLock, { mode: 'shared' }, () => undefined);
}
