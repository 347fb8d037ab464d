import type { ReactNode } from 'react';
import { Component } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { SupportLink } from '../ui/support-link.tsx';

/** Catches a crashed page, or one whose code could not be fetched. Reloading helps in both cases. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main id="main" tabIndex={-1} className="mx-auto max-w-letter py-20">
        <title>Something went wrong · Long After</title>
        <ErrorState
          headingLevel={1}
          title="This page could not be shown"
          description={
            <>
              What you have saved is safe. Load the page again; if that does not help, write to{' '}
              <SupportLink />.
            </>
          }
          retryLabel="Load again"
          onRetry={() => window.location.reload()}
        />
      </main>
    );
  }
}
