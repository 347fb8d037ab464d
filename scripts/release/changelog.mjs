const heading = /^## (\d+\.\d+\.\d+), (\d{4}-\d{2}-\d{2})$/m;

/**
 * Why the changelog does not describe this version, or undefined. Its newest version comes first, as `## 1.2.3, 2026-12-31`, with text
 * that somebody has written below it.
 * @param {string} text
 * @param {{ version: string, today: string }} release `today` as YYYY-MM-DD
 * @returns {string | undefined}
 */
export function findChangelogFault(text, { version, today }) {
  const found = heading.exec(text);
  if (!found) return 'CHANGELOG.md names no version.';
  const [line, newest, day = ''] = found;
  if (newest !== version) return `CHANGELOG.md begins with ${newest}, and package.json says ${version}.`;
  if (day > today) return `CHANGELOG.md says that ${version} comes on ${day}.`;
  const [words = ''] = text.slice(found.index + line.length).split(/^## /m);
  return words.trim() === '' ? `CHANGELOG.md says nothing about ${version}.` : undefined;
}
