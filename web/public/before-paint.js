// Runs before the first paint, from a file, because the content security policy allows no inline script.

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // If storage is blocked, the theme follows the system.
}

const isSignedIn = () => {
  try {
    return Boolean(localStorage.getItem('auth_token') && localStorage.getItem('auth_user'));
  } catch {
    return false; // Without storage there is no session.
  }
};

// If somebody is signed in, prerendered pages link to the app instead of the sign-in.
const markSession = () => document.documentElement.toggleAttribute('data-signed-in', isSignedIn());
markSession();
addEventListener('storage', markSession);
addEventListener('pageshow', markSession);

// The landing page is prerendered, and so is /how-we-keep-it. For somebody who is signed in, or was just signed out
// automatically, the app replaces them; for everybody else they stay, and no scripts are loaded.
(() => {
  const app = document.getElementById('app');
  if (!app) return;
  const wantsApp = () => {
    try {
      return isSignedIn() || Boolean(sessionStorage.getItem('session_end_notice'));
    } catch {
      return false;
    }
  };
  // The entry waits for its styles, which replace those of the page: together they would override each other.
  const appendApp = (tags) => {
    const entry = tags.querySelector('script');
    const start = () => {
      document.getElementById('page-styles')?.remove();
      document.head.append(entry);
    };
    const startWhenParsed = () =>
      document.readyState === 'loading' ? addEventListener('DOMContentLoaded', start) : start();
    const styles = tags.querySelector('[rel="stylesheet"]');
    styles.addEventListener('load', startWhenParsed);
    styles.addEventListener('error', startWhenParsed);
    entry.remove();
    document.head.append(tags);
  };
  const lookAgain = () => {
    if (wantsApp()) location.reload();
  };
  if (wantsApp()) {
    document.documentElement.dataset.app = ''; // Hides the page: see prerender.tsx.
    appendApp(app.content.cloneNode(true));
  } else {
    addEventListener('storage', lookAgain); // Signed in in another tab.
    addEventListener('pageshow', ({ persisted }) => persisted && lookAgain()); // Signed in, then navigated back.
  }
})();
