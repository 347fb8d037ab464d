import { requiredLine } from './values.ts';

// Names appear in the subject and first line of mails to other people, so they must not contain anything clickable, or
// characters that change how the rest reads. Texts are compared in NFKC, as mail programs show them.

const oneLine = 'Please write the name on one line';
const invisible = 'This name has an invisible character in it, perhaps from copying. Please type it by hand.';
const address = 'A name cannot contain a web or email address';
const dotted = 'This looks like a web address. If it is a name, please put a space after the dot.';

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/;

/** Control, format and bidirectional characters, fillers and lone surrogates: everything invisible. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Scripts that write some names with a (non-)joiner between two letters, or variants of a letter. */
const joining =
  'Arab|Beng|Deva|Gujr|Guru|Khmr|Knda|Laoo|Mlym|Mong|Mymr|Nkoo|Orya|Sinh|Syrc|Taml|Telu|Thai|Tibt'
    .split('|')
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join('');
const allowed = new RegExp(
  [
    `(?<=[${joining}])(?<=[\\p{L}\\p{M}])[\\u200C\\u200D](?=[${joining}])(?=[\\p{L}\\p{M}])`,
    // A final consonant as older Malayalam keyboards write it.
    '(?<=\\u0D4D)\\u200D',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
    // A variant of a Chinese or Japanese character that a family uses.
    '(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Extended_Pictographic}\\p{Emoji_Modifier}?)\\uFE0F',
    // A family, or a person with a skin tone and their job, is several pictures joined together.
    '(?<=\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})',
  ].join('|'),
  'gu',
);

/** U+3002 separates the parts of a domain name as well. */
const dot = '[.\\u3002]';
const plainAddress = new RegExp(`@|://|\\bwww\\d*${dot}|${dot}\\p{L}{2,}[/:?#]|\\d+(${dot}\\d+){3}`, 'iu');
const domain = new RegExp(`[\\p{L}\\p{M}\\p{N}-]{2,}${dot}[\\p{L}\\p{M}]{2,}`, 'u');
const abbreviations =
  /(?<![\p{L}\p{M}\p{N}-])(Dr|Fr|Hon|Jr|Ma|Md|Mohd|Mr|Mrs|Ms|Prof|Rev|Sr|St|Sta|Ste)\.(?=\p{Lu})/gu;

/** What is wrong with a name, as a sentence for the person who typed it; undefined if nothing is. */
export function nameFault(name: string): string | undefined {
  if (lineBreak.test(name)) return oneLine;
  if (hidden.test(name.replace(allowed, ''))) return invisible;
  const shown = name.normalize('NFKC');
  if (plainAddress.test(shown)) return address;
  if (domain.test(shown.replace(abbreviations, '$1. '))) return dotted;
  return undefined;
}

/** A first or last name, or a word for somebody, that is shown in mails. `message` is for one that is too short. */
export function personName(maxCharacters: number, message: string, minCharacters = 1) {
  return requiredLine(maxCharacters, message, minCharacters).superRefine((name, context) => {
    // Searching a far too long text would take long, and it is refused anyway.
    const fault = name.length > maxCharacters ? undefined : nameFault(name);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });
}
