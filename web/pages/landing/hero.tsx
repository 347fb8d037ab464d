import { ButtonLink } from '../../ui/button-link.tsx';
import { Column } from '../column.tsx';
import { HeroScene } from './hero-scene.tsx';

export function Hero() {
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
