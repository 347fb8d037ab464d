import { CalendarDays } from 'lucide-react';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Link } from '../../../ui/link.tsx';
import { Thread } from '../../../ui/thread.tsx';
import type { FirstStep } from './first-steps.ts';
import { PlanUsage } from './plan-usage.tsx';
import { QuickActions } from './quick-actions.tsx';
import { StatsRow } from './stats-row.tsx';
import { UpcomingDeliveries } from './upcoming-deliveries.tsx';

/** The dashboard of somebody who has left nothing yet: the next step, what follows from it, and last the counts, all zero. */
export function FirstRun({ steps }: { steps: readonly FirstStep[] | null }) {
  return (
    <>
      <Begin />
      <Then steps={steps} />
      <QuickActions />
      <div className="mt-14 grid items-start gap-x-14 gap-y-12 lg:grid-cols-2">
        <div>
          <UpcomingDeliveries />
          <div className="mt-7">
            <StatsRow />
          </div>
          <p className="mt-4.5 flex flex-wrap items-center gap-x-7 text-small text-ink-soft">
            <span>Total memories: 0</span>
            <span>Pending approval: 0</span>
            <Link href="/upload" className="inline-flex min-h-11 items-center">
              Add New
            </Link>
          </p>
        </div>
        <PlanUsage />
      </div>
    </>
  );
}

const others = [
  ['photo', 'a photo'],
  ['video', 'a video'],
  ['audio', 'your voice'],
] as const;

function Begin() {
  return (
    <section
      aria-label="My Memories"
      className="grid items-center gap-x-10 gap-y-5 md:grid-cols-[minmax(0,1fr)_22.125rem] lg:min-h-110 lg:grid-cols-[minmax(0,1fr)_31.25rem]"
    >
      <div>
        <h2 className="text-[clamp(2.125rem,3.8vw,2.875rem)] leading-[1.15]">No memories yet</h2>
        <p className="mt-2 mb-5 max-w-[34ch] text-lead text-ink-soft md:mt-3.5 md:mb-7">
          Start building your digital legacy by uploading your first memory.
        </p>
        <ButtonLink href="/upload?type=letter" size="large" className="max-md:w-full">
          Add Your First Memory
        </ButtonLink>
        <p className="mt-4.5 max-w-[44ch] text-small text-ink-soft">
          A letter is the easiest to begin with. Ten minutes, one person, and it need not be finished today.
          Or begin with{' '}
          {others.map(([type, name], index) => (
            <span key={type}>
              {index === others.length - 1 ? ' or ' : index > 0 && ', '}
              <Link href={`/upload?type=${type}`}>{name}</Link>
            </span>
          ))}
          .
        </p>
      </div>
      <Blank />
    </section>
  );
}

const slot =
  'absolute flex items-center gap-3 rounded-choice border-[1.5px] border-dashed border-line-strong bg-paper px-4.5 py-2.5 text-[min(1rem,18px)] leading-snug text-ink-soft';

/** A sheet that says "Dear", tied to what is still undecided. */
function Blank() {
  return (
    <div aria-hidden="true" className="relative h-79 max-w-125 lg:h-107.5">
      <Thread
        path="M110 300 C 76 360, 140 390, 188 306 M330 334 C 350 352, 420 336, 424 366"
        viewBox="0 0 500 430"
        isStretched
        className="absolute inset-0 size-full max-lg:hidden"
      />
      <Thread
        path="M52 196 C 44 240, 84 246, 106 204 M214 226 C 220 246, 268 232, 272 252"
        viewBox="0 0 354 316"
        isStretched
        className="absolute inset-0 size-full lg:hidden"
      />
      <p className="absolute top-0 left-0.5 h-49 w-65.5 -rotate-[1.4deg] rounded-small border border-line bg-card px-7.5 py-6.5 font-serif text-[min(1.3125rem,26px)] shadow-card lg:left-5 lg:h-75 lg:w-82.5 lg:px-10 lg:py-9.5 lg:text-title">
        Dear <span className="ml-1 inline-block h-[1.15em] border-l-2 border-gold align-[-0.2em]" />
      </p>
      <p className={`${slot} top-40 left-26 lg:top-67 lg:left-46.5`}>
        <span className="grid size-10.5 flex-none place-items-center rounded-full border-[1.5px] border-dashed border-line-strong font-serif">
          ?
        </span>
        <span>
          <Name>Who is it for?</Name>
          one person is enough
        </span>
      </p>
      <p className={`${slot} top-62.5 right-0 lg:top-91.5`}>
        <CalendarDays className="size-5.5 flex-none" strokeWidth={1.5} />
        <span>
          <Name>And its day</Name>
          you choose it
        </span>
      </p>
    </div>
  );
}

function Name({ children }: { children: string }) {
  return <span className="block font-serif text-[min(1.25rem,22px)] leading-tight text-ink">{children}</span>;
}

const then = [
  ['One memory', 'a letter, a photo, a video, your voice'],
  ['One person', 'they need no account'],
  ['One day', 'then it reaches them'],
  ['A trusted contact', 'who would tell us of your death'],
] as const;

/** The first four steps on their thread; finished ones are filled in. */
function Then({ steps }: { steps: readonly FirstStep[] | null }) {
  return (
    <div className="relative mt-8 mb-12 md:mt-9 md:mb-13">
      <Thread
        path="M0 7 C 110 17, 220 -3, 333 7 S 555 17, 667 7 S 890 -3, 1000 7"
        viewBox="0 0 1000 14"
        isStretched
        className="absolute top-0 left-1.5 h-3.5 w-3/4 max-md:hidden"
      />
      <Thread
        path="M4 0 C 9 60, -1 140, 4 200"
        viewBox="0 0 8 200"
        drawn="down"
        isStretched
        className="absolute top-3.5 bottom-10 left-0.5 h-[calc(100%-3.5rem)] w-2 md:hidden"
      />
      <ol className="relative grid gap-4.5 md:grid-cols-4 md:gap-0">
        {then.map(([title, text], index) => {
          const isDone = steps?.[index]?.isDone === true;
          return (
            <li key={title} className="relative pl-7.5 leading-snug md:pt-7.5 md:pr-6 md:pl-0">
              <span
                aria-hidden="true"
                className={`absolute top-1.5 left-0 size-3 rounded-full border-[1.5px] border-thread md:top-px ${isDone || index === 0 ? 'bg-thread' : 'bg-paper'}`}
              />
              {isDone && <span className="sr-only">Done: </span>}
              <Name>{title}</Name>
              <span className="text-small text-ink-soft">{text}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
