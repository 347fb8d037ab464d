import { Check } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { joinClasses } from '../../ui/joinClasses.ts';
import { Link } from '../../ui/Link.tsx';
import { Thread } from '../../ui/Thread.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { FirstStep } from './first-steps.ts';
import { countDone } from './first-steps.ts';

interface FirstStepsCardProps {
  steps: readonly FirstStep[];
  onPutAside: () => void;
}

/** The guide of the first days: what there is, and what is still to be done, tied by the thread. */
export function FirstStepsCard({ steps, onPutAside }: FirstStepsCardProps) {
  return (
    <Card as="section" aria-labelledby="first-steps" className="mt-10">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
        <div>
          <h2 id="first-steps" className="text-title">
            Four first steps
          </h2>
          <p className="text-ink-soft">
            Then something of yours reaches someone.{' '}
            <span className="lining-nums">
              {countDone(steps)} of {steps.length} done.
            </span>
          </p>
        </div>
        <Button variant="text" size="small" onPress={onPutAside}>
          Hide for now
        </Button>
      </div>
      <StepList steps={steps} />
    </Card>
  );
}

function StepList({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.find((step) => !step.isDone);
  return (
    <div className="relative">
      <Thread
        path="M4 0 C 13 50, -5 120, 4 200"
        viewBox="0 0 8 200"
        drawn="down"
        isStretched
        className="absolute top-4 left-3.5 h-[calc(100%-4rem)] w-2 lg:hidden"
      />
      <Thread
        path="M0 4 C 50 13, 120 -5, 200 4"
        viewBox="0 0 200 8"
        isStretched
        className="absolute top-3.5 left-4 h-2 w-[calc(75%)] max-lg:hidden"
      />
      <ol className="relative grid gap-x-8 gap-y-6 lg:grid-cols-4">
        {steps.map((step, index) => (
          <li key={step.title} className="flex gap-4 lg:flex-col lg:gap-3">
            <StepMark number={index + 1} isDone={step.isDone} isNext={step === next} />
            <StepWords step={step} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepMark({ number, isDone, isNext }: { number: number; isDone: boolean; isNext: boolean }) {
  const look = isDone
    ? 'border-sage bg-sage-wash text-sage'
    : joinClasses('border-thread', isNext ? 'bg-gold-wash text-gold' : 'bg-card text-ink-soft');
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'grid size-9 flex-none place-items-center rounded-full border-[1.5px] font-serif text-base leading-none lining-nums',
        look,
      )}
    >
      {isDone ? <Check className="size-5" strokeWidth={1.75} /> : number}
    </span>
  );
}

function StepWords({ step: { title, text, href, isDone } }: { step: FirstStep }) {
  if (isDone) {
    return (
      <p className="font-serif text-[1.25rem] leading-9 text-ink-soft lg:leading-tight">
        <VisuallyHidden>Done: </VisuallyHidden>
        {title}
      </p>
    );
  }
  return (
    <div className="-mt-1 min-w-0 lg:-mt-2.5">
      <Link
        href={href}
        className="inline-flex min-h-11 items-center font-serif text-[1.25rem] leading-tight font-normal"
      >
        {title}
      </Link>
      <p className="text-small text-ink-soft">{text}</p>
    </div>
  );
}
