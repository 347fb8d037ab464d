import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReportDeadlines } from '../../../../../shared/after-death/death-reports.ts';
import { Button } from '../../../../ui/button.tsx';
import type { ReportFlow } from './use-report.ts';
import { WhatHappens } from './what-happens.tsx';

interface IntroProps {
  deadlines: ReportDeadlines | undefined;
  flow: ReportFlow;
}

const asked = [
  'Your name, your email, and how you knew them',
  'Their full name, and the email they may have used here',
  'The day they died',
  'A proof: a photo or a PDF of the death certificate',
];

const notNeeded = [
  'An account, or their password',
  'To be family. Anyone who knew them can do this.',
  'To know whether they left anything, or for whom',
  'Money. Telling us costs nothing.',
];

export function Intro({ deadlines, flow }: IntroProps) {
  const { hasBegun, isBusy, errors } = flow;
  return (
    <div className="grid gap-x-24 gap-y-12 pt-6 pb-16 lg:grid-cols-[minmax(0,1.18fr)_minmax(0,1fr)] lg:pt-14 lg:pb-26">
      <div>
        <h1 className="max-w-[13.5ch] text-[clamp(2.5rem,5vw,3.875rem)] leading-[1.12]">
          Tell us that someone has died
        </h1>
        <p className="mt-5 max-w-[36ch] text-lead text-ink-soft">
          We are sorry that you have to. It takes about ten minutes, one question at a time. You can stop and
          come back.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-5">
          <Button size="large" className="min-w-45" isPending={isBusy} onPress={flow.begin}>
            {hasBegun ? 'Carry on where you left off' : 'Begin'}
          </Button>
          {hasBegun && (
            <Button variant="text" onPress={flow.startOver}>
              Start again
            </Button>
          )}
        </div>
        {errors['form'] && (
          <p role="alert" className="mt-5 font-medium text-rose">
            {errors['form']}
          </p>
        )}
      </div>
      <section aria-labelledby="what-happens">
        <h2 id="what-happens" className="mb-6 text-title">
          If you tell us today
        </h2>
        <WhatHappens deadlines={deadlines} />
        <p className="mt-7 pl-8.5">
          Until then we write only to you, to them, and to the people they named to help.
        </p>
      </section>
      <div className="grid gap-x-24 gap-y-9 border-t border-line pt-10 md:grid-cols-2 lg:col-span-2">
        <Needs
          title="What we ask you for"
          needs={asked}
          icon={<Check aria-hidden="true" className="mt-1 size-5 text-gold" />}
        />
        <Needs
          title="What you do not need"
          needs={notNeeded}
          icon={<Minus aria-hidden="true" className="mt-1 size-5 text-gold" />}
        />
      </div>
    </div>
  );
}

function Needs({ title, needs, icon }: { title: string; needs: readonly string[]; icon: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-title">{title}</h2>
      <ul className="grid gap-3">
        {needs.map((need) => (
          <li key={need} className="grid grid-cols-[--spacing(5.5)_1fr] gap-3.5">
            {icon}
            {need}
          </li>
        ))}
      </ul>
    </section>
  );
}
