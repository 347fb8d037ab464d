/** Password-protected; without pages; truncated; runs actions; contains other files; ambiguous. */
export type PdfFault = 'locked' | 'blank' | 'cut' | 'active' | 'files' | 'odd';

export class PdfFaultError extends Error {
  override readonly name = 'PdfFaultError';
  readonly fault: PdfFault;

  constructor(fault: PdfFault) {
    super(`The PDF is refused: ${fault}`);
    this.fault = fault;
  }
}

const space = '\\0\\t\\n\\f\\r ';
/** A character of a name. */
export const regular = `[^${space}/<>[\\](){}%]`;
const token = new RegExp(
  [
    `[${space}]+`,
    '<<|>>|\\[|\\]',
    `/${regular}{0,128}`,
    `<[0-9a-fA-F${space}]*>`,
    '[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)',
    '(?:true|false|null|R)(?![a-zA-Z])',
  ].join('|'),
  'y',
);

/** In a name each character may be written as `#` and its number. */
export function decodeName(name: string): string {
  return name.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The tokens of a text that is one dictionary and nothing else, without its strings; undefined for any other. */
export function readDictionary(text: string): string[] | undefined {
  const tokens: string[] = [];
  const open: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] === '(') {
      const end = endOfString(text, at);
      if (end === undefined || open.length === 0) return undefined;
      at = end;
      continue;
    }
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (!found) return undefined;
    at += found.length;
    if (isSpace(found)) continue;
    const read = decodeName(found);
    if (!nest(open, read) || (open.length === 0 && !isSpace(text.slice(at)))) return undefined;
    tokens.push(read);
  }
  return open.length === 0 && tokens.length > 0 ? tokens : undefined;
}

const isSpace = (text: string) => /^[\0\s]*$/.test(text);

/** Tracks nesting; false if it does not match. */
function nest(open: string[], read: string): boolean {
  if (read === '<<' || read === '[') open.push(read);
  if (read === '>>') return open.pop() === '<<';
  if (read === ']') return open.pop() === '[';
  return true;
}

function endOfString(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return undefined;
}
