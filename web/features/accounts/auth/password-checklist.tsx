import { Check, Circle } from 'lucide-react';
import { passwordRules } from '../../../../shared/accounts/password-rules.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

/** The five password rules, each ticked once it is met. */
export function PasswordChecklist({ password }: { password: string }) {
  const met = passwordRules.filter((rule) => rule.holds(password)).length;
  return (
    <div>
      <ul aria-label="What a password needs" className="grid gap-1 text-small text-ink-soft">
        {passwordRules.map((rule) => (
          <Rule key={rule.message} text={rule.message} isMet={rule.holds(password)} />
        ))}
      </ul>
      <div role="status">
        <VisuallyHidden>
          {password && `${met} of ${passwordRules.length} password rules are met`}
        </VisuallyHidden>
      </div>
    </div>
  );
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const Icon = isMet ? Check : Circle;
  return (
    <li className={isMet ? 'flex items-start gap-2.5 text-sage' : 'flex items-start gap-2.5'}>
      <Icon aria-hidden="true" className="mt-1 size-4 flex-none" strokeWidth={isMet ? 2.5 : 1.5} />
      <span>
        {text}
        {isMet && <VisuallyHidden>: met</VisuallyHidden>}
      </span>
    </li>
  );
}
