import { escapeHtml, htmlPage } from './html-page.ts';

// A page that works offline: it has no scripts, and loads nothing but the files beside it.

/** A whole page; `main` is HTML. */
export function offlinePage(title: string, main: string): string {
  return htmlPage(title, `<style>${style}</style>`, main);
}

interface Shown {
  type: 'letter' | 'photo' | 'video' | 'audio';
  title: string;
}

/** A file in the same folder as the page, shown or played if a browser can, with a link to it. */
export function shownFile({ type, title }: Shown, { path, name }: { path: string; name: string }): string {
  const href = path.split('/').map(encodeURIComponent).join('/');
  const shown = {
    photo: `<img src="${href}" alt="${escapeHtml(title)}" loading="lazy">`,
    video: `<video src="${href}" controls preload="metadata"></video>`,
    audio: `<audio src="${href}" controls preload="metadata"></audio>`,
    letter: '',
  }[type];
  return `${shown}<p class="soft"><a href="${href}">${escapeHtml(name)}</a></p>`;
}

const style = `
:root { color-scheme: light dark; --paper: #fbf7f0; --card: #fffdf9; --ink: #2a2522; --soft: #5a5149; --line: #e6dccd; --pine: #2f4a43; --thread: #c9973b }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1c1917; --card: #262220; --ink: #f3ece2; --soft: #b9aea2; --line: #3a3430; --pine: #8fb8ab; --thread: #d9b066 }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: 18px/1.6 'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif; padding: 32px 16px 64px; overflow-wrap: anywhere }
main, header, section { display: grid; gap: 20px }
main { max-width: 760px; margin: 0 auto; gap: 48px }
.brand, h1, h2, h3, .letter, blockquote { font-family: Newsreader, 'Iowan Old Style', Palatino, Georgia, serif }
.brand, h1, h2, h3 { font-weight: 400; line-height: 1.2 }
.brand { font-size: 22px } h1 { font-size: 44px } h2 { font-size: 32px } h3 { font-size: 25px }
.soft { color: var(--soft); font-size: 16px }
article { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 28px; display: grid; gap: 16px; min-width: 0; break-inside: avoid }
.letter { white-space: pre-wrap; font-size: 20px; line-height: 1.7 }
blockquote { border-left: 2px solid var(--thread); padding-left: 20px; white-space: pre-wrap }
img, video { max-width: 100%; height: auto; border-radius: 12px }
audio { width: 100% }
a { color: var(--pine); text-underline-offset: 3px }
a:focus-visible { outline: 3px solid var(--thread); outline-offset: 3px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px } dt { color: var(--soft) }
@media (max-width: 480px) { article { padding: 20px } h1 { font-size: 34px } dl { grid-template-columns: 1fr } }
`;
