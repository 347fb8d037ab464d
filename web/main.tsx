import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { dropUnreadableSession, getSession } from './features/accounts/auth/sessions/sessions.ts';
import { deleteSentDraftsOnSignOut } from './features/memories/memories/drafts/sent-drafts.ts';
import { onCredentialsChange } from './lib/api/credentials.ts';

function start(): void {
  dropUnreadableSession();
  keepSessionMarked();
  deleteSentDraftsOnSignOut();
  const root = document.getElementById('root');
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
}

// In the build, a recipient's page has its own document and entry point.
if (import.meta.env.DEV && window.location.pathname.startsWith('/received/')) void import('./received.tsx');
// On prerendered pages the scripts may run before the document has been parsed.
else if (document.readyState === 'loading')
  document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

/** Keeps the mark set by public/before-paint.js correct while people sign in and out; public pages look at nothing else. */
function keepSessionMarked(): void {
  const mark = () => {
    document.documentElement.toggleAttribute('data-signed-in', getSession().isAuthenticated);
  };
  mark();
  onCredentialsChange(mark);
}
