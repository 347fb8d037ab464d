/**
 * The address of a request as it is, or where it cannot be decoded, or a part of its path is longer than
 * `partMaxCharacters`, one at which there is nothing. Fastify would answer such a request before any hook has run: in
 * words of its own, and without the headers that every answer carries.
 */
export function readableUrl(url: string, partMaxCharacters: number): string {
  if (url.length <= partMaxCharacters && !url.includes('%')) return url;
  const path = url.replace(/[?#;].*$/s, '');
  const isReadable = isDecodable(path) && path.split('/').every((part) => part.length <= partMaxCharacters);
  if (isReadable) return url;
  return path.startsWith('/api/') ? '/api/unreadable' : '/unreadable';
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
