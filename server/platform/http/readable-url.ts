/**
 * Returns the URL of a request unchanged or, if it cannot be decoded or a path segment is longer than
 * `partMaxCharacters`, one that matches no route. Fastify would otherwise answer before any hook runs, with
 * its own text and without our headers.
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
