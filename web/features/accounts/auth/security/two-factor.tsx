import { ShieldCheck, ShieldOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TwoFactorState } from '../../../../../shared/accounts/two-factor.ts';
import { formatDate } from '../../../../../shared/dates.ts';
import { useFocusOnReturn } from '../../../../lib/focus.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { showUnavailable, useTwoFactor } from './queries.ts';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { End, Renew } from './two-factor-changes.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';

interface TwoFactorProps {
  /** This installation does not offer the feature. */
  isOff: boolean;
  timeZone: string;
}

type Step = 'none' | 'set-up' | 'renew' | 'end' | { codes: readonly string[] };

export function TwoFactor({ isOff, timeZone }: TwoFactorProps) {
  const { data: state, isPending, isFetching, refetch } = useTwoFactor();
  const [step, setStep] = useState<Step>('none');
  const close = () => setStep('none');
  const home = useFocusOnReturn(step === 'none');
  const showCodes = (codes: readonly string[]) => setStep({ codes });
  if (isPending) return <Skeleton className="h-20" />;
  if (!state) return <ReadFailure what="two-factor sign-in" isRetrying={isFetching} onRetry={refetch} />;
  if (typeof step === 'object') return <RecoveryCodeList codes={step.codes} onDone={close} />;
  if (step === 'set-up') return <TwoFactorSetUp onDone={showCodes} onCancel={close} />;
  if (step === 'renew') return <Renew onDone={showCodes} onCancel={close} />;
  if (step === 'end') return <End onClose={close} />;
  const go = (next: Step) => () => (isOff ? showUnavailable() : setStep(next));
  return (
    <div ref={home} tabIndex={-1} className="outline-none">
      {state.enabled ? (
        <Protected state={state} timeZone={timeZone}>
          <Button variant="quiet" size="small" onPress={go('renew')}>
            New recovery codes
          </Button>
          <Button variant="quiet" size="small" onPress={go('end')}>
            Switch off
          </Button>
        </Protected>
      ) : (
        <Unprotected onSetUp={go('set-up')} />
      )}
    </div>
  );
}

function Unprotected({ onSetUp }: { onSetUp: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Badge icon={ShieldOff}>Off</Badge>
      <p className="max-w-measure text-ink-soft">
        With it, signing in takes your password and a code from an app on your phone. Whoever learns your
        password still cannot read what you wrote.
      </p>
      <Button variant="quiet" size="small" onPress={onSetUp}>
        Set up two-factor sign-in
      </Button>
    </div>
  );
}

interface ProtectedProps {
  state: TwoFactorState;
  timeZone: string;
  children: ReactNode;
}

function Protected({ state: { since, recoveryCodesLeft }, timeZone, children }: ProtectedProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <Badge tone="sage" icon={ShieldCheck}>
        On
      </Badge>
      <p className="max-w-measure text-ink-soft">
        {since && `Since ${formatDate(since, timeZone)}. `}
        {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left.
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
