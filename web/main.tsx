import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { keepSessionMarked } from './app/mark-session.ts';
import { dropUnreadableSession } from './features/accounts/auth/sessions/sessions.ts';
import { deleteSentDraftsOnSignOut } from './features/memories/drafts/sent-drafts.ts';
import './styles/index.css';

function start(): void {
  dropUnreadableSession();
  keepSessionMarked();
  deleteSentDraftsOnSignOut();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// On prerendered pages the scripts may run before the document has been parsed.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
