// Shows our own page instead of the browser's when there is no connection. It only handles the pages a person navigates to,
// and only stores the two fonts of the page below.

// The build fills in the files' real names.
const serif = '/assets/newsreader-english.woff2';
const sans = '/assets/source-sans-3-latin-wght-normal.woff2';
const cacheName = `offline-fonts ${serif} ${sans}`;

const style = `
  @font-face { font-family: 'Newsreader Variable'; font-weight: 200 800; src: url('${serif}') format('woff2') }
  @font-face { font-family: 'Source Sans 3 Variable'; font-weight: 200 900; src: url('${sans}') format('woff2') }
  :root { color-scheme: light dark; --paper: #FBF7F0; --ink: #2A2522; --soft: #5A5149; --pine: #2F4A43; --on-pine: #FFFDF9; --thread: #C9973B }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #1C1917; --ink: #F3ECE2; --soft: #B9AEA2; --pine: #8FB8AB; --on-pine: #1C1917; --thread: #D9B066 }
  }
  * { box-sizing: border-box; margin: 0 }
  body { min-height: 100dvh; display: grid; grid-template-rows: auto 1fr auto; padding: 20px; background: var(--paper); color: var(--ink); font: 400 18px/1.6 'Source Sans 3 Variable', 'Segoe UI', Helvetica, Arial, sans-serif }
  header, main { width: 100%; max-width: 560px; margin: 0 auto }
  header { font: 500 25px/1.2 'Newsreader Variable', 'Iowan Old Style', Palatino, Georgia, serif }
  main { display: grid; align-content: center; gap: 16px; justify-items: start; padding-bottom: 12vh }
  svg { width: 200px; margin-bottom: 8px; fill: none; stroke: var(--thread); stroke-width: 1.5; stroke-linecap: round }
  .gap { stroke: var(--soft); stroke-dasharray: 2 7 }
  h1 { font: 400 34px/1.2 'Newsreader Variable', 'Iowan Old Style', Palatino, Georgia, serif }
  p { color: var(--soft) }
  a { min-height: 48px; margin-top: 8px; padding: 10px 26px; border-radius: 24px; background: var(--pine); color: var(--on-pine); font-weight: 600; text-decoration: none }
  a:focus-visible { outline: 3px solid var(--thread); outline-offset: 3px }
`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>You are offline · Long After</title>
    <style>${style}</style>
  </head>
  <body>
    <header>Long After</header>
    <main>
      <svg viewBox="0 0 200 40" aria-hidden="true">
        <path d="M1 24C24 8 46 34 72 22"/><path class="gap" d="M72 22C92 13 108 30 128 21"/><path d="M128 21C152 10 176 34 199 17"/>
      </svg>
      <h1>You are offline</h1>
      <p>Long After needs a connection. Everything you saved is safe, and your deliveries go out as planned.</p>
      <a href="">Try again</a>
    </main>
  </body>
</html>`;

async function offlinePage() {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
    },
  });
}

async function font({ request }) {
  return (await caches.match(request)) ?? (await fetch(request));
}

async function open({ request, preloadResponse }) {
  try {
    // The browser sends the request while this worker is still starting up.
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return offlinePage();
  }
}

/** Without them the page uses the system's fonts. */
async function keepFonts() {
  const cache = await caches.open(cacheName);
  await cache.addAll([serif, sans]).catch(() => undefined);
}

async function forgetFormerFonts() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

addEventListener('install', (event) => event.waitUntil(keepFonts()));

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetFormerFonts(), registration.navigationPreload?.enable()]));
});

addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  const { pathname } = new URL(url);
  const isPage = mode === 'navigate' && method === 'GET' && !pathname.startsWith('/api/');
  if (isPage) event.respondWith(open(event));
  else if (pathname === serif || pathname === sans) event.respondWith(font(event));
});
