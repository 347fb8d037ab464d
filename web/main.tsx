import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { dropUnreadableSession } from './features/accounts/sessions/sessions.ts';
import { deleteSentDraftsOnSignOut } from './features/memories/drafts/sent-drafts.ts';
import './styles/index.css';

function start(): void {
  dropUnreadableSession();
  deleteSentDraftsOnSignOut();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Where the app takes the place of a page made at build, its scripts do not wait for the end of the document.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
