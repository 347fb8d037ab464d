import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Link } from '../ui/Link.tsx';
import { ThreadList } from '../ui/ThreadList.tsx';

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
        className="mx-auto grid max-w-[calc(var(--container-page)+3rem)] items-center gap-x-20 gap-y-14 px-4.5 pt-8 pb-24 outline-none md:px-6 md:pt-20 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]"
      >
        <Hero />
        <ThreadList label="The way of a letter" items={wayOfALetter} />
      </main>
    </>
  );
}

function Hero() {
  return (
    <div>
      <h1 className="max-w-[13ch] text-hero">What you want them to have, long after.</h1>
      <p className="mt-6 max-w-[34ch] text-lead text-ink-soft">
        Letters, photos, films and your voice, kept safe and delivered on the day you choose, or after your
        death.
      </p>
      <ButtonLink href="/auth?mode=signup" size="large" className="mt-9">
        Get Started
      </ButtonLink>
      <p className="mt-5 text-small text-ink-soft">Free to begin.</p>
    </div>
  );
}

const wayOfALetter = [
  { key: 'letter', title: 'Tonight', text: 'You write to your daughter.' },
  { key: 'years', title: 'Every year until then', text: 'Your letter is kept safe.' },
  { key: 'day', title: '4 May 2031, 12:00', text: 'Maya turns thirty, and reads it.' },
].map(({ key, title, text }) => ({
  key,
  content: (
    <>
      <p className="font-serif text-title">{title}</p>
      <p className="mt-0.5 text-ink-soft">{text}</p>
    </>
  ),
}));
