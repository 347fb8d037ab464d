const maxCharacters = 150;

// Control characters (C0, C1, CR and LF among them), marks that turn the direction of writing, separators of
// paths, what file systems refuse, and halves of characters.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029/\\:*?"<>|]/gu;

/** A name that no file system, header or reader is led astray by; `file` when nothing of it is left. */
export function safeFileName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return shorten(clean) || 'file';
}

/** Cuts the middle, so that the ending of the name stays. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= maxCharacters) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, maxCharacters - ending.length).join('') + ending;
}

/** The header of RFC 6266: a plain name for old readers, the whole one as RFC 8187 says. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = safeFileName(fileName);
  const plain = name.replace(/[^\x20-\x7e]|[%;]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percentEncode);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
