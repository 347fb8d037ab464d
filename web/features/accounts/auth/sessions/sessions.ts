import { useSyncExternalStore } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import {
  clearCredentials,
  onCredentialsChange,
  readCredentials,
  storeCredentials,
} from '../../../../lib/api/credentials.ts';
import { clearSessionEndNotice, saveDrafts } from '../../../../lib/api/session-end.ts';
import { parseStoredUser, type SessionUser, storedUserText } from './stored-user.ts';

export type Session =
  | { isAuthenticated: false; token: null; user: null }
  | { isAuthenticated: true; token: string; user: SessionUser };

const signedOut: Session = { isAuthenticated: false, token: null, user: null };
let known: { token: string | null; userText: string | null; session: Session } | undefined;

/** This browser's session: authenticated only if both token and user are stored. */
export function getSession(): Session {
  const { token, userText } = readCredentials();
  if (known?.token === token && known.userText === userText) return known.session;
  const user = userText ? parseStoredUser(userText) : null;
  const session: Session = token && user ? { isAuthenticated: true, token, user } : signedOut;
  known = { token, userText, session };
  return session;
}

/** Like `getSession`, but follows changes, including those made in other tabs. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession, getSession);
}

/** When another tab signs out, drafts are saved here before their screen closes. */
function onSessionChange(listener: () => void): () => void {
  return onCredentialsChange(() => {
    if (!getSession().isAuthenticated) saveDrafts();
    listener();
  });
}

/** The signed-in person, for screens that only signed-in people see. */
export function useSessionUser(): SessionUser {
  const { user } = useSession();
  return user ?? nobody;
}

/** Takes the user's place between signing out and leaving the screen. */
const nobody: SessionUser = {
  firstName: '',
  lastName: '',
  email: '',
  phone: null,
  address: null,
  profilePicture: null,
  subscriptionPlan: 'free',
  timezone: null,
  emailVerified: true,
  erasedAfter: null,
};

/** Ends a session whose stored user cannot be parsed. Runs once at start. */
export function dropUnreadableSession(): void {
  const { userText } = readCredentials();
  if (userText !== null && parseStoredUser(userText) === null) clearCredentials();
}

export function storeSignIn({ token, user }: SignedIn): void {
  clearSessionEndNotice();
  storeCredentials({ token, userText: storedUserText(user) });
}

const firstTokens = new Map<string, string>();

/** Stores the new token for this page's session; unlike signing in, this leaves the screens as they are. */
export function storeRenewedSignIn(renewed: SignedIn): void {
  firstTokens.set(renewed.token, sessionKey(getSession().token) ?? renewed.token);
  storeSignIn(renewed);
}

/** The same key for a session's token and those that replaced it in this page. */
export function sessionKey(token: string | null): string | null {
  return token && (firstTokens.get(token) ?? token);
}

/** Stores the server's version of the user, unless the response arrives after sign-out. */
export function replaceStoredUser(user: User): void {
  if (getSession().isAuthenticated) storeCredentials({ userText: storedUserText(user) });
}
