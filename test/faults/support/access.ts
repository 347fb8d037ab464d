import { type Caller, isOpen, signInWith } from './people.ts';
import { lineOfPassword, lineOfSession } from './picture.ts';
import type { Write } from './write-maker.ts';

/** What was found out about a writer's passwords and sessions. */
interface SeenAccess {
  /** A line for each password that lets in and for each session that is open. */
  lines: string[];
  password: string;
}

/**
 * Knows how a writer gets in: which passwords and sessions there were since somebody last looked, so that of a new password
 * and the end of all sessions a half can be told.
 */
export function watchAccess(caller: Caller) {
  let passwords = new Set([caller.password]);
  let tokens = new Set([caller.token]);
  let isSignedIn = true;

  return {
    /** What has to be found when nothing is on its way. */
    expected: () => [lineOfPassword(caller.password), lineOfSession(caller.token)],

    /** Signs in where the last write has signed out; answers the line of the new session. */
    async enter(address: string): Promise<string[]> {
      if (isSignedIn) return [];
      const token = await signInWith(address, caller, caller.password);
      if (!token) throw new Error('The password that was answered does not let in');
      caller.token = token;
      tokens.add(token);
      isSignedIn = true;
      return [lineOfSession(token)];
    },

    /** A write was answered that ended every session. */
    end(password = caller.password): void {
      caller.password = password;
      passwords.add(password);
      isSignedIn = false;
    },

    /** Tries everything there was, and what a write on its way may have made of it; the caller is signed in then. */
    async read(address: string, onItsWay: Write | undefined): Promise<SeenAccess> {
      const tried = new Set([...passwords, onItsWay?.signsOut?.password ?? caller.password]);
      const open = [];
      for (const token of tokens) if (await isOpen(address, token)) open.push(token);
      const right: string[] = [];
      let entered: string | undefined;
      // Signing in is slow, and a password that nobody touched is what it was.
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
