import { planKeys, plans } from '../../shared/plans.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Link } from '../ui/link.tsx';
import { NoSalesNote } from '../ui/no-sales-note.tsx';
import { Features } from './landing/features.tsx';
import { HeroScene } from './landing/hero-scene.tsx';
import { PlanCard } from './landing/plan-card.tsx';
import { Column } from './page-parts.tsx';
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

function Hero() {
  return (
    <Column
      as="section"
      className="grid items-center gap-x-14 gap-y-8 pt-5 pb-14 md:grid-cols-[1.05fr_1fr] md:pt-14 md:pb-24"
    >
      <div>
        <h1 className="text-hero md:max-w-[13ch]">What you want them to have, long after.</h1>
        <p className="mt-5 max-w-[34ch] text-lead text-ink-soft md:mt-6.5">
          Letters, photos, videos and your voice, kept safe and delivered on the day you choose, or after your
          death.
        </p>
        <div className="mt-7 flex flex-wrap items-center gap-x-5.5 gap-y-2 md:mt-8.5">
          <ButtonLink href="/auth?mode=signup">Write your first letter</ButtonLink>
          <ButtonLink href="/faq#process" variant="text">
            How it works
          </ButtonLink>
        </div>
        <p className="mt-5 max-w-[44ch] text-small text-ink-soft md:mt-6.5">
          Free to begin. Nothing arrives before its time.
        </p>
      </div>
      <HeroScene />
    </Column>
  );
}

function PlanCards() {
  return (
    <section className="bg-pine-wash pt-16 pb-18 md:pt-23 md:pb-26">
      <Column>
        <h2 className="text-section">Three ways to begin</h2>
        <div className="mt-9 max-w-measure md:mt-12">
          <NoSalesNote>
            Paid plans cannot be bought here now. You can begin with First Echo, which is free.
          </NoSalesNote>
        </div>
        <div className="grid gap-5 md:grid-cols-3 md:max-lg:gap-4 lg:gap-6">
          {planKeys.map((key) => (
            <PlanCard key={key} plan={plans[key]} />
          ))}
        </div>
        <p className="mt-9 max-w-measure text-ink-soft">
          If a paid plan lapses, your family has 3 months in which they may pay up to 3 months of fees, so
          that what you left is still delivered. Beyond that, delivery is not guaranteed. At the reduced
          price, delivery requires the account to be 3 months current.{' '}
          <Link href="/faq#subscriptions">What happens when a plan lapses</Link>
        </p>
        <p className="mt-3 max-w-measure text-ink-soft">Paid plans renew until you cancel.</p>
      </Column>
    </section>
  );
}
