import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Link } from '../ui/Link.tsx';
import { Thread } from '../ui/Thread.tsx';

export function LandingPage() {
  return (
    <>
      <title>Long After</title>
      <header className="mx-auto flex max-w-[calc(var(--container-page)+3rem)] items-center justify-between gap-4 px-4.5 pt-[calc(1rem+env(safe-area-inset-top))] pb-3 md:px-6">
        <span className="font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em]">
          Long After
        </span>
        <nav aria-label="Account" className="flex items-center gap-5">
          <Link href="/auth?mode=signin" className="inline-flex min-h-11 items-center">
            Sign In
          </Link>
          <ButtonLink href="/auth?mode=signup" className="max-md:hidden">
            Get Started
          </ButtonLink>
        </nav>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[calc(var(--container-page)+3rem)] px-4.5 pt-10 pb-24 outline-none md:px-6 md:pt-24"
      >
        <h1 className="max-w-[14ch] text-hero">What you want them to have, long after.</h1>
        <Thread
          path="M2 20 C 70 -12, 130 52, 210 22 S 330 4, 398 18"
          viewBox="0 0 400 40"
          className="mt-8 h-10 w-100 max-w-full"
        />
        <p className="mt-6 max-w-[36ch] text-lead text-ink-soft">
          Letters, photos, films and your voice, kept safe and delivered on the day you choose, or after your
          death.
        </p>
        <ButtonLink href="/auth?mode=signup" size="large" className="mt-9">
          Get Started
        </ButtonLink>
        <p className="mt-5 text-small text-ink-soft">Free to begin.</p>
      </main>
    </>
  );
}
