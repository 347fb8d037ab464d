// Runs before the first paint, from a file, because the content security policy allows no inline script.

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that refuses storage follows the system.
}

// The landing page is made at build. For somebody signed in, or signed out a moment ago without having asked for it,
// the app takes its place; anybody else reads it as it stands, and loads nothing more.
(() => {
  const app = document.getElementById('app');
  if (!app) return;
  const wantsApp = () => {
    try {
      const isSignedIn = localStorage.getItem('auth_token') && localStorage.getItem('auth_user');
      return Boolean(isSignedIn || sessionStorage.getItem('session_end_notice'));
    } catch {
      return false; // A browser that refuses storage keeps no session.
    }
  };
  const lookAgain = () => {
    if (wantsApp()) location.reload();
  };
  if (wantsApp()) {
    document.documentElement.dataset.app = ''; // Hides the page: see prerender.tsx.
    document.head.append(app.content.cloneNode(true));
  } else {
    addEventListener('storage', lookAgain); // Signed in, in another tab.
    addEventListener('pageshow', ({ persisted }) => persisted && lookAgain()); // Signed in, and gone back to here.
  }
})();
