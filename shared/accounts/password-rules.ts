export const passwordMaxCharacters = 128;

/** In the order of the live checklist. Without schemas, so that every page may load them. */
export const passwordRules = [
  { message: 'Password must be at least 8 characters', holds: (text: string) => [...text].length >= 8 },
  {
    message: 'Password must contain at least one lowercase letter',
    holds: (text: string) => /\p{Ll}/u.test(text),
  },
  {
    message: 'Password must contain at least one uppercase letter',
    holds: (text: string) => /\p{Lu}/u.test(text),
  },
  { message: 'Password must contain at least one number', holds: (text: string) => /\p{N}/u.test(text) },
  {
    message: 'Password must contain at least one special character',
    holds: (text: string) => /[^\p{L}\p{N}\s]/u.test(text),
  },
] as const;
