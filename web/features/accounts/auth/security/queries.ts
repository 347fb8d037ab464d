import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ChangePasswordForm, ConfirmationForm } from '../../../../../shared/accounts/passwords.ts';
import type { Session } from '../../../../../shared/accounts/sessions.ts';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import type { StaffViews } from '../../../../../shared/accounts/staff.ts';
import type {
  RecoveryCodes,
  TwoFactorOn,
  TwoFactorSetup,
  TwoFactorState,
} from '../../../../../shared/accounts/two-factor.ts';
import type { FeatureSwitches } from '../../../../../shared/system/feature-switches.ts';
import { invalidateTopics } from '../../../../lib/api/changed-queries.ts';
import { write } from '../../../../lib/api/request.ts';
import { renewToken } from '../../../../lib/api/token-renewal.ts';
import { useWrite } from '../../../../lib/api/use-write.ts';
import { toast } from '../../../../ui/toast.ts';
import { storeRenewedSignIn } from '../sessions/sessions.ts';

const twoFactorPath = '/api/auth/two-factor';
const sessionsPath = '/api/auth/sessions';

/** The features that this installation has switched off. */
export function useFeatureSwitches() {
  return useQuery<FeatureSwitches>({
    queryKey: ['/api/features'],
    meta: { failure: 'Failed to fetch the settings' },
  });
}

/** Ends all sessions; this browser's continues with the token in the response. */
export function useChangePassword() {
  return useWrite(
    (form: z.input<typeof ChangePasswordForm>) =>
      sendForNewToken<SignedIn>('/api/auth/change-password', form),
    { onSuccess: ['profile', 'sessions'] },
  );
}

function sendForNewToken<Result extends SignedIn>(path: string, form: unknown): Promise<Result> {
  return renewToken(async () => {
    const answer = await write<Result>('POST', path, form);
    storeRenewedSignIn(answer);
    return answer;
  });
}

export function useTwoFactor() {
  return useQuery<TwoFactorState>({
    queryKey: [twoFactorPath],
    meta: { failure: 'Failed to fetch two-factor sign-in' },
  });
}

/** The steps of setting up and ending two-factor sign-in. Each change refetches its state and the profile. */
export function useTwoFactorChanges() {
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [twoFactorPath] }),
      invalidateTopics(queries, ['profile', 'sessions']),
    ]);
  const send = <Result>(step: string, form: unknown) =>
    write<Result>('POST', `${twoFactorPath}/${step}`, form);
  const change = async <Result>(step: string, form: unknown) => {
    const answer = await send<Result>(step, form);
    await refresh();
    return answer;
  };
  /** Other sessions end, and this browser's continues with the token in the response. */
  const changeAndSignIn = async <Result extends SignedIn>(step: string, form: unknown) => {
    const answer = await sendForNewToken<Result>(`${twoFactorPath}/${step}`, form);
    await refresh();
    return answer;
  };
  return {
    begin: (form: ConfirmationForm) => send<TwoFactorSetup>('enable', form),
    confirm: (code: string) => changeAndSignIn<TwoFactorOn>('confirm', { code }),
    renewCodes: (form: ConfirmationForm) => change<RecoveryCodes>('recovery-codes', form),
    end: (form: ConfirmationForm) => changeAndSignIn<SignedIn>('disable', form),
  };
}

export function useSessions() {
  return useQuery<Session[]>({
    queryKey: [sessionsPath],
    meta: { failure: 'Failed to fetch your sessions' },
  });
}

export function useStaffViews() {
  return useQuery<StaffViews>({
    queryKey: ['/api/auth/staff-views'],
    meta: { failure: 'Failed to fetch when our staff looked at your account' },
  });
}

/** Ends one session or, without an id, all but this browser's. */
export function useEndSession() {
  return useWrite((id: string | undefined) => write('DELETE', id ? `${sessionsPath}/${id}` : sessionsPath), {
    onSuccess: ['sessions'],
  });
}

export function useResendVerification() {
  return useWrite(() => write('POST', '/api/auth/verify-email/resend'));
}

/** Shown if this installation does not offer the feature. */
export function showUnavailable(): void {
  toast({ title: 'This feature will be available soon' });
}
