import { Button } from '../../../../ui/button.tsx';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import type { AskedField } from '../../../people/recipients/recipients.ts';
import type { Mend, Missing } from './missing.ts';

interface MissingListProps {
  missing: readonly Missing[];
  /** Nothing prevents it from reaching them. */
  isReached: boolean;
  firstName: string;
  /** Opens the person's details at a field. */
  onAsk: (field: AskedField) => void;
}

export function MissingList({ missing, isReached, firstName, onAsk }: MissingListProps) {
  if (missing.length === 0 && !isReached) return null;
  return (
    <section aria-labelledby="missing">
      <h2 id="missing" className="text-heading">
        What is missing
      </h2>
      {missing.length === 0 ? (
        <p className="mt-3 text-ink-soft">Nothing. Whatever you leave for {firstName} can reach them.</p>
      ) : (
        <ul className="mt-2">
          {missing.map(({ title, text, action, mend }) => (
            <li key={title} className="flex items-center justify-between gap-6 border-b border-line py-3.5">
              <div className="min-w-0">
                <h3 className="font-sans text-base tracking-normal">{title}</h3>
                <p className="text-small text-ink-soft">{text}</p>
              </div>
              <MendAction title={title} action={action} mend={mend} onAsk={onAsk} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface MendActionProps extends Pick<MissingListProps, 'onAsk'> {
  title: string;
  action: string;
  mend: Mend;
}

function MendAction({ title, action, mend, onAsk }: MendActionProps) {
  const look = { variant: 'text', className: 'flex-none whitespace-nowrap' } as const;
  const name = `${action}: ${title}`;
  if ('href' in mend) {
    return (
      <ButtonLink {...look} href={mend.href} aria-label={name}>
        {action}
      </ButtonLink>
    );
  }
  return (
    <Button {...look} aria-label={name} onPress={() => onAsk(mend.asked)}>
      {action}
    </Button>
  );
}
