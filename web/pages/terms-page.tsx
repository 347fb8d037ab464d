import { LegalDocument } from './legal-document.tsx';
import { agreement } from './terms/agreement.tsx';
import { delivery } from './terms/delivery.tsx';
import { ending } from './terms/ending.tsx';
import { payment } from './terms/payment.tsx';

export function TermsPage() {
  return (
    <LegalDocument
      path="/terms-of-service"
      title="Terms of Service"
      lead="What we promise you, and what we ask of you."
      inForceSince="22 November 2026"
      sections={[...agreement, ...delivery, ...payment, ...ending]}
    />
  );
}
