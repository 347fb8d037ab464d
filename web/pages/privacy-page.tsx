import { LegalDocument } from './legal-document.tsx';
import { holding } from './privacy/holding.tsx';
import { rights } from './privacy/rights.tsx';
import { sharing } from './privacy/sharing.tsx';

export function PrivacyPage() {
  return (
    <LegalDocument
      path="/privacy-policy"
      title="Privacy Policy"
      lead="What we keep, why, who sees it, and for how long."
      inForceSince="22 November 2026"
      sections={[...holding, ...sharing, ...rights]}
    />
  );
}
