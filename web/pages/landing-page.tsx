import { ButtonLink } from '../ui/button-link.tsx';
import { Column } from './column.tsx';
import { Features } from './landing/features.tsx';
import { Hero } from './landing/hero.tsx';
import { PlanCards } from './landing/plan-cards.tsx';
import { PublicPage } from './public-page.tsx';

export function LandingPage() {
  return (
    <PublicPage path="/">
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <Features />
        <PlanCards />
        <ClosingCall />
      </main>
    </PublicPage>
  );
}

function ClosingCall() {
  return (
    <Column as="section" className="py-20 text-center md:py-30">
      <h2 className="text-section">
        <span className="block">Start with one letter to one person.</span>{' '}
        <span className="block">It takes ten minutes.</span>
      </h2>
      <ButtonLink href="/auth?mode=signup" className="mt-8">
        Get Started
      </ButtonLink>
    </Column>
  );
}
