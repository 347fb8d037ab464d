// Runs before the first paint of a page made at build. For somebody signed in, or signed out a moment ago without
// having asked for it, the app takes the page's place; anybody else reads it as it stands, and loads nothing more.
(() => {
  const wantsApp = () => {
    try {
      const isSignedIn = localStorage.getItem('auth_token') && localStorage.getItem('auth_user');
      return Boolean(isSignedIn || sessionStorage.getItem('session_end_notice'));
    } catch {
      return false; // A browser that refuses storage keeps no session.
    }
  };
  const becomeApp = () => {
    document.documentElement.dataset.app = '';
    document.head.append(document.getElementById('app').content.cloneNode(true));
  };
  const lookAgain = () => {
    if (wantsApp()) location.reload();
  };
  if (wantsApp()) return becomeApp();
  addEventListener('storage', lookAgain); // Signed in, in another tab.
  addEventListener('pageshow', ({ persisted }) => persisted && lookAgain()); // Signed in, and then went back to here.
})();
