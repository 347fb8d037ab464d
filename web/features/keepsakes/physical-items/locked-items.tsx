import { plans } from '../../../../shared/plans.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';

const { premium } = plans;

/** Replaces the page for plans that include no items. */
export function LockedItems() {
  const { subscriptionPlan } = useSessionUser();
  return (
    <section className="grid items-center gap-8 pb-10 lg:grid-cols-2 lg:gap-16">
      <div>
        <h2 className="text-heading">Three things, kept and handed over by name</h2>
        <p className="mt-4 mb-7 max-w-[44ch] text-lead text-ink-soft">
          A ring, a recipe book, a box of letters. Physical items are part of {premium.name}.
          {subscriptionPlan !== 'premium' && ` You have ${plans[subscriptionPlan].name}.`}
        </p>
        <div className="flex flex-wrap items-center gap-5">
          <ButtonLink href="/checkout">See {premium.name}</ButtonLink>
          <ButtonLink href="/" variant="text">
            Back to Dashboard
          </ButtonLink>
        </div>
      </div>
      <BoxDrawing />
    </section>
  );
}

/** A walnut box of letters, tied with the golden thread. */
function BoxDrawing() {
  return (
    <svg
      viewBox="0 0 480 300"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="A wooden box of letters tied with golden thread"
      className="w-full rounded-card border border-line"
    >
      <rect width="480" height="300" fill="#EFE3CB" />
      <path d="M60 0H210L120 238H-40ZM236 0h46l-92 238h-44Z" fill="#F8F0DC" opacity=".75" />
      <path d="M0 238H480V300H0Z" fill="#C6A374" />
      <path d="M0 238H480v9H0Z" fill="#DBC196" />
      <ellipse cx="240" cy="260" rx="150" ry="10" fill="#8A6A42" opacity=".32" />
      <path d="M116 118L144 60h192l28 58Z" fill="#6D4D2E" />
      <path d="M130 112l20-44h180l20 44Z" fill="#4A3322" />
      <path d="M150 152V86l150-10 6 74Z" fill="#FBF6EA" />
      <path d="M172 156l8-70 144 12-6 62Z" fill="#F3E9D6" />
      <path d="M180 86l72 50 72-38" fill="none" stroke="#CDBB95" strokeWidth="1.5" />
      <path d="M142 160l-2-56h150l4 56Z" fill="#FFFDF6" />
      <path d="M140 104l76 44 74-44" fill="none" stroke="#CDBB95" strokeWidth="1.5" />
      <path d="M112 134h256v114a8 8 0 01-8 8H120a8 8 0 01-8-8Z" fill="#A67C50" />
      <path d="M330 134h38v114a8 8 0 01-8 8h-34c8-40 8-80 4-122Z" fill="#8A643E" />
      <path d="M112 134h256v12H112Z" fill="#BE9566" />
      <rect x="222" y="150" width="36" height="30" rx="4" fill="#C9973B" />
      <path d="M240 158a4 4 0 012 7l2 8h-8l2-8a4 4 0 012-7Z" fill="#5F4630" />
      <path d="M378 240l72-6 4 20-74 6Z" fill="#FFFDF6" />
      <path d="M372 250C396 240 420 262 462 242" fill="none" stroke="#C9973B" strokeWidth="2" />
      <rect width="480" height="300" className="fill-dusk mix-blend-multiply" />
    </svg>
  );
}
