import { useId } from 'react';
import { type SessionType, sessionKinds, sessionTypes } from '../../../../shared/care/session-catalogue.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import { SessionDrawing } from './session-drawings.tsx';

const words: Readonly<Record<SessionType, string>> = {
  individual: 'You and one counselor.',
  group: 'Up to eight people and a counselor.',
};

interface SessionTypesProps {
  value: SessionType;
  onChange: (type: SessionType) => void;
}

export function SessionTypes({ value, onChange }: SessionTypesProps) {
  return (
    <fieldset>
      <legend className="sr-only">What kind of session</legend>
      <div className="grid gap-6 lg:grid-cols-2">
        {sessionTypes.map((type) => (
          <TypeCard key={type} type={type} isChosen={type === value} onChoose={() => onChange(type)} />
        ))}
      </div>
    </fieldset>
  );
}

interface TypeCardProps {
  type: SessionType;
  isChosen: boolean;
  onChoose: () => void;
}

function TypeCard({ type, isChosen, onChoose }: TypeCardProps) {
  const id = useId();
  const { name, price } = sessionKinds[type];
  return (
    <label
      htmlFor={id}
      className="grid cursor-pointer overflow-hidden rounded-card border border-line bg-card shadow-card transition-colors has-checked:border-thread has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]"
    >
      <SessionDrawing type={type} className="h-43 w-full md:h-full md:min-h-47" />
      <span className="flex flex-col gap-1.5 px-5 py-5 md:p-6.5">
        <span id={`${id}-name`} className="font-serif text-title">
          {name}
        </span>
        <span className="font-serif text-[2.125rem] leading-tight lining-nums">
          {formatDollars(price)} <span className="font-sans text-base text-ink-soft">per session</span>
        </span>
        <span id={`${id}-words`} className="flex-1 text-ink-soft">
          {words[type]}
        </span>
        <span className="mt-2 flex items-center gap-3">
          <input
            id={id}
            type="radio"
            name="session-type"
            className="mark"
            checked={isChosen}
            onChange={onChoose}
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-words`}
          />
          <span aria-hidden="true" className={isChosen ? 'font-semibold' : ''}>
            {isChosen ? 'Chosen' : 'Choose'}
          </span>
        </span>
      </span>
    </label>
  );
}
