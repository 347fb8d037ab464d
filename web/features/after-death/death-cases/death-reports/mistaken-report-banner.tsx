import { HeartHandshake } from 'lucide-react';
import type { MistakenReportAnswer } from '../../../../../shared/after-death/alive.ts';
import { formatDate } from '../../../../../shared/dates.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { Button } from '../../../../ui/button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useDismissMistakenReport, useMistakenReport } from './queries.ts';

type MistakenReport = NonNullable<MistakenReportAnswer['report']>;

const whatFollowed: Record<MistakenReport['ended'], string> = {
  sign_in: 'You signed in, so we know that you are alive, and nothing was given to anybody because of it.',
  answered: 'You told us that you are alive, and nothing was given to anybody because of it.',
  revoked:
    'That was a mistake, and we are sorry. Your account was closed for a while; nothing that you left had gone out.',
};

/** Shown above every page to an owner who was reported dead, until they have read it. */
export function MistakenReportBanner() {
  const { data } = useMistakenReport();
  if (!data?.report) return null;

  return (
    <aside aria-label="A report that you had died" className="bg-pine-wash text-small print:hidden">
      <div className="mx-auto flex max-w-[calc(var(--container-page)+3rem)] flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4.5 py-3 md:px-6">
        <p className="flex max-w-[84ch] items-start gap-2.5">
          <HeartHandshake
            aria-hidden="true"
            className="mt-0.5 size-5 flex-none text-pine"
            strokeWidth={1.5}
          />
          <span>
            <MistakenReportText report={data.report} />
          </span>
        </p>
        <ReadButton className="max-lg:ml-7.5 lg:-mt-2" />
      </div>
    </aside>
  );
}

/** What happened, and what they may want to do about it. */
export function MistakenReportText({ report }: { report: MistakenReport }) {
  const { reportedAt, ended, hasGone } = report;
  return (
    <>
      On {formatDate(reportedAt, deviceTimeZone())} somebody told us that you had died.{' '}
      {hasGone ? <WhatHadGone /> : whatFollowed[ended]} If you think that somebody meant harm, write to{' '}
      <SupportLink /> and <Link href="/settings?tab=account">change your password</Link>.
    </>
  );
}

/** After pressing it, the owner is not told about it again. */
export function ReadButton({ className }: { className?: string }) {
  const { mutate, isPending } = useDismissMistakenReport();

  function dismiss() {
    mutate(undefined, {
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'This is shown again',
          description: messageOf(error, 'Please try again.'),
        }),
    });
  }

  return (
    <Button variant="text" size="small" className={className} isPending={isPending} onPress={dismiss}>
      I have read this
    </Button>
  );
}

function WhatHadGone() {
  return (
    <>
      That was a mistake, and we are sorry. What you left for after your death had begun to go out; it has
      been stopped, and the links that had left are closed.{' '}
      <Link href="/what-went-out">See who received what</Link>.
    </>
  );
}
