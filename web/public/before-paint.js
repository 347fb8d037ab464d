// Runs before the first paint, from a file, because the content security policy allows no inline script.

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // If storage is blocked, the theme follows the system.
}

// The landing page is prerendered. For somebody who is signed in, or was just signed out automatically, the app replaces
// it; for everybody else it stays, and no scripts are loaded.
(() => {
  const app = document.getElementById('app');
  if (!app) return;
  const wantsApp = () => {
    try {
      const isSignedIn = localStorage.getItem('auth_token') && localStorage.getItem('auth_user');
      return Boolean(isSignedIn || sessionStorage.getItem('session_end_notice'));
    } catch {
      return false; // Without storage there is no session.
    }
  };
  const lookAgain = () => {
    if (wantsApp()) location.reload();
  };
  if (wantsApp()) {
    document.documentElement.dataset.app = ''; // Hides the page: see prerender.tsx.
    document.head.append(app.content.cloneNode(true));
  } else {
    addEventListener('storage', lookAgain); // Signed in in another tab.
    addEventListener('pageshow', ({ persisted }) => persisted && lookAgain()); // Signed in, then navigated back.
  }
})();
