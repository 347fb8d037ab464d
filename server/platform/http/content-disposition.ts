const maxCharacters = 150;

// Control characters (C0, C1, including CR and LF), marks that change the writing direction, path separators,
// characters that file systems reject, and lone surrogates.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029/\\:*?"<>|]/gu;

/** A name that is safe in file systems and headers and cannot mislead a reader; `file` if nothing is left of it. */
export function safeFileName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return shorten(clean) || 'file';
}

/** Cuts from the middle, so that the file extension stays. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= maxCharacters) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, maxCharacters - ending.length).join('') + ending;
}

/** The header value of RFC 6266: an ASCII name for old clients and the full name in RFC 8187 encoding. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = safeFileName(fileName);
  const plain = name.replace(/[^\x20-\x7e]|[%;]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percentEncode);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
