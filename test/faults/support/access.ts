import { type Caller, isOpen, signInWith } from './people.ts';
import { lineOfPassword, lineOfSession } from './picture.ts';
import type { Write } from './write-maker.ts';

/** What was found out about a writer's passwords and sessions. */
interface SeenAccess {
  /** A line for each password that works and for each open session. */
  lines: string[];
  password: string;
}

/**
 * Knows how a writer can sign in: the passwords and sessions there have been since the last look. This
 * reveals a half-done change that sets a new password and ends all sessions.
 */
export function watchAccess(caller: Caller) {
  let passwords = new Set([caller.password]);
  let tokens = new Set([caller.token]);
  let isSignedIn = true;

  return {
    /** What must be found when no write is in progress. */
    expected: () => [lineOfPassword(caller.password), lineOfSession(caller.token)],

    /** Signs in if the last write has signed out; returns the line of the new session. */
    async enter(address: string): Promise<string[]> {
      if (isSignedIn) return [];
      const token = await signInWith(address, caller, caller.password);
      if (!token) throw new Error('The password that was answered does not let in');
      caller.token = token;
      tokens.add(token);
      isSignedIn = true;
      return [lineOfSession(token)];
    },

    /** A write that ended every session was confirmed. */
    end(password = caller.password): void {
      caller.password = password;
      passwords.add(password);
      isSignedIn = false;
    },

    /** Tries every known password and session, and those that a write in progress may have created; the caller is signed in afterwards. */
    async read(address: string, onItsWay: Write | undefined): Promise<SeenAccess> {
      const tried = new Set([...passwords, onItsWay?.signsOut?.password ?? caller.password]);
      const open = [];
      for (const token of tokens) if (await isOpen(address, token)) open.push(token);
      const right: string[] = [];
      let entered: string | undefined;
      // Signing in is slow, and a password that nobody touched has not changed.
      for (const password of tried) {
        const token = tried.size > 1 || open.length === 0 ? await signInWith(address, caller, password) : '';
        if (token !== undefined) right.push(password);
        entered = token || entered;
      }
      caller.token = open.at(-1) ?? entered ?? caller.token;
      return {
        lines: [...right.map(lineOfPassword), ...open.map(lineOfSession)],
        password: right.at(-1) ?? caller.password,
      };
    },

    /** From here on, what was seen is what is expected. */
    settle({ password }: SeenAccess): void {
      caller.password = password;
      passwords = new Set([password]);
      tokens = new Set([caller.token]);
      isSignedIn = true;
    },
  };
}
