import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { ReceivedPage } from './features/delivery/received/received-page.tsx';
import { useOnline } from './lib/use-online.ts';
import './styles/index.css';

// Not needed to show the page; if it cannot be loaded, the page is shown without it.
const OfflineBanner = lazy(async () => ({
  default: await import('./ui/offline-banner.tsx').then(
    (loaded) => loaded.OfflineBanner,
    () => Nothing,
  ),
}));

function Nothing(_props: { isOffline: boolean }) {
  return null;
}

/** The document of a recipient's page. It needs no session and none of the other pages, and loads without them. */
function ReceivedDocument() {
  const isOnline = useOnline();
  const [, , token = ''] = window.location.pathname.split('/');
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <OfflineBanner isOffline={!isOnline} />
      </Suspense>
      <ReceivedPage token={token} />
    </ErrorBoundary>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root');
createRoot(root).render(
  <StrictMode>
    <ReceivedDocument />
  </StrictMode>,
);
