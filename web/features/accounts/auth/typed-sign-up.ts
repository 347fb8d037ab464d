import { useEffect, useRef } from 'react';
import { pendingSignUp, savePendingSignUp } from './pending-sign-up.ts';
import { noSignUpValues, type SignUpValues } from './sign-up-values.ts';

const key = 'sign_up';

/** What was typed in this tab before a reload, or a look at the other tab of the form. */
export function readTypedSignUp(): SignUpValues {
  return { ...noSignUpValues, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') };
}

/** Keeps what is typed until its account is created or the person goes elsewhere. Never a password. */
export function useTypedSignUp(values: SignUpValues): void {
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
    const { password: _, confirmPassword: __, ...typed } = values;
    sessionStorage.setItem(key, JSON.stringify(typed));
  }, [values]);
  useEffect(
    () => () => {
      const { pathname } = window.location;
      savePendingSignUp(latest.current, pathname);
      if (pathname !== '/auth' && pendingSignUp() === null) sessionStorage.removeItem(key);
    },
    [],
  );
}
