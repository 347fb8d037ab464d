import { capitalized } from '../../../../../../shared/letter-case.ts';

/** Names that cameras and phones give to pictures, which mean nothing to anybody. */
const byMachine =
  /^(img|dsc[fn]?|pxl|dcim|image|photo|picture|scan|screenshot|whatsapp|signal|fb|p)?[\s_-]*\d[\d\s_.()-]*\w{0,3}$/i;
const maxCharacters = 200;

/** A title from a file's name; empty if a device made up the name. */
export function titleOf(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  if (byMachine.test(name) || !/\p{L}{2}/u.test(name)) return '';
  return capitalized(name).slice(0, maxCharacters);
}

/** Gives the first title, numbered by position, to all that have none. */
export function numbered(titles: readonly string[]): string[] {
  const first = titles[0]?.trim() ?? '';
  return titles.map((title, place) => (title.trim() === '' && first ? `${first} ${place + 1}` : title));
}
