import { Check, Circle, CircleAlert } from 'lucide-react';
import { passwordRules } from '../../../../shared/accounts/password-rules.ts';
import { type PasswordOwner, usePasswordHint } from './password-hint.ts';

/** The beginning of every rule, shown once above them all. */
const lead = 'Password must';

const nobody: PasswordOwner = { firstName: '', lastName: '', email: '' };

interface PasswordChecklistProps {
  password: string;
  owner?: PasswordOwner;
  /** The message that the field already shows, which is not repeated here. */
  error?: string | undefined;
}

/** The five password rules, each ticked once it is met, and why a password is too easy to guess. */
export function PasswordChecklist({ password, owner = nobody, error }: PasswordChecklistProps) {
  const met = passwordRules.filter((rule) => rule.holds(password)).length;
  const hint = usePasswordHint(password, owner);
  return (
    <div>
      <p aria-hidden="true" className="text-small text-ink-soft">
        {lead}
      </p>
      <ul aria-label="What a password needs" className="mt-1 grid gap-1 text-small text-ink-soft">
        {passwordRules.map((rule) => (
          <Rule key={rule.message} text={rule.message} isMet={rule.holds(password)} />
        ))}
      </ul>
      <div role="status">
        <span className="sr-only">
          {password && `${met} of ${passwordRules.length} password rules are met`}
        </span>
        {hint && hint !== error && <Hint text={hint} />}
      </div>
    </div>
  );
}

function Hint({ text }: { text: string }) {
  return (
    <p className="mt-2 flex animate-appear items-start gap-2.5 text-small text-rose">
      <CircleAlert aria-hidden="true" className="mt-1 size-4 flex-none" strokeWidth={2} />
      <span>{text}</span>
    </p>
  );
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const Icon = isMet ? Check : Circle;
  return (
    <li className={isMet ? 'flex items-start gap-2.5 text-sage' : 'flex items-start gap-2.5'}>
      <Icon aria-hidden="true" className="mt-1 size-4 flex-none" strokeWidth={isMet ? 2.5 : 1.5} />
      <span>
        <span className="sr-only">{lead} </span>
        {text.slice(lead.length + 1)}
        {isMet && <span className="sr-only">: met</span>}
      </span>
    </li>
  );
}
