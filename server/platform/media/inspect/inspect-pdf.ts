import { unpackObjects } from './pdf-streams.ts';
import { decodeName, PdfFaultError, regular } from './pdf-tokens.ts';

// In every version of the format a PDF's objects are plain ASCII, either directly in the file or compressed in object
// streams. All of both is searched, even objects that nothing refers to, since viewers differ in what they find.

/** How far from the end viewers look for the last line. */
const tailCharacters = 2048;
/** How far into a list of pages its count is looked for. */
const listCharacters = 1000;

/** Actions and contents that do more than show a page. */
const active = [
  ...['JavaScript', 'Rendition', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'RichMedia', 'XFA'],
];
const files = ['EmbeddedFiles', 'EmbeddedFile', 'FileAttachment'];
/** The last two name what happens when the document or a page is opened. */
const watched = [...active, ...files, 'Encrypt', 'URI', 'AA', 'OpenAction'];
/** One of them, or a name with an escape, which may stand for one. */
const candidate = new RegExp(
  `/((?:${watched.join('|')})(?!${regular})|${regular}{0,127}#${regular}{1,127})`,
  'g',
);

/** How many pages a PDF has. Throws PdfFaultError if it is not safe for a person to open. */
export function inspectPdf(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  if (!text.slice(-tailCharacters).includes('%%EOF')) throw new PdfFaultError('cut');
  const names = namesIn(text);
  if (names.has('Encrypt')) throw new PdfFaultError('locked');
  const unpacked = unpackObjects(bytes, text);
  for (const objects of unpacked) for (const name of namesIn(objects)) names.add(name);
  if (active.some((name) => names.has(name)) || (names.has(opens) && names.has('URI')))
    throw new PdfFaultError('active');
  if (files.some((name) => names.has(name))) throw new PdfFaultError('files');
  const pages = countPages([text, ...unpacked]);
  if (pages === 0 || [text, ...unpacked].some(hasEmptyList)) throw new PdfFaultError('blank');
  return pages;
}

/** An action that runs when the document or a page is opened and may do more than go to a page. */
const opens = 'opens by itself';
const somethingOfItsOwn = /^[\0\s]{0,9}(<<|\d)/;
const goingToPage = /^[\0\s]{0,9}(\[|<<[^>]*\/S[\0\s]*\/GoTo(?![a-zA-Z]))/;

/** The watched names in a text. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const { 0: found, 1: name = '', index } of text.matchAll(candidate)) {
    const decoded = decodeName(name);
    if (!watched.includes(decoded)) continue;
    names.add(decoded);
    const value = () => text.slice(index + found.length, index + found.length + 200);
    if (decoded === 'AA' && somethingOfItsOwn.test(value())) names.add(opens);
    if (decoded === 'OpenAction' && !goingToPage.test(value())) names.add(opens);
  }
  return names;
}

const objectOrPage = /(\d{1,10})[\0\s]{1,20}\d{1,10}[\0\s]{1,20}obj|\/Type[\0\s]{0,99}\/Page(?![a-zA-Z])/g;

/** A page that was changed later is in the file twice, under the same number. */
function countPages(texts: readonly string[]): number {
  const pages = new Set<string>();
  texts.forEach((text, part) => {
    let object = '';
    for (const { 0: found, 1: number, index } of text.matchAll(objectOrPage)) {
      if (number !== undefined) object = number;
      else if (found) pages.add(part === 0 ? object : `${part}:${index}`);
    }
  });
  return pages.size;
}

/** Whether a list of pages declares itself empty. */
function hasEmptyList(text: string): boolean {
  const [, ...lists] = text.split(/\/Type[\0\s]{0,99}\/Pages(?![a-zA-Z])/);
  return lists.some((list) => /^[^>]*\/Count\s{1,99}0\b/.test(list.slice(0, listCharacters)));
}
