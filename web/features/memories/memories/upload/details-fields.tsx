import { type ReactNode, useEffect, useRef } from 'react';
import { useFirstFault } from '../../../../lib/first-fault.ts';
import { useFocusCatch } from '../../../../lib/focus.ts';
import { Button } from '../../../../ui/button.tsx';
import { LimitedTextField } from '../../../../ui/limited-text-field.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import type { Composer } from './composer.ts';
import { RecipientField } from './recipient-field.tsx';
import { SendingPanel } from './sending-panel.tsx';

interface DetailsStepProps {
  composer: Composer;
  /** Arranges the buttons around the one that sends it. */
  buttons: (submit: ReactNode) => ReactNode;
}

/** Asks whom it is for. The heading takes the focus when it opens; while it is being sent, its progress replaces the buttons. */
export function DetailsStep({ composer, buttons }: DetailsStepProps) {
  const { sending, existing, isKeepingPerson } = composer;
  const isSending = sending.state.step !== 'idle';
  const heading = useRef<HTMLHeadingElement>(null);
  const progress = useFocusCatch(sending.state.step);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-5 text-heading outline-none">
        Who is it for?
      </h2>
      <fieldset disabled={isSending} className="min-w-0">
        <DetailsFields composer={composer} />
      </fieldset>
      <div ref={progress} tabIndex={-1} className="mt-7 outline-none">
        <SendingPanel composer={composer} />
        {!isSending &&
          buttons(
            <Button type="submit" isPending={isKeepingPerson} pendingLabel="Saving" className="max-md:w-full">
              {existing ? 'Save changes' : 'Upload'}
            </Button>,
          )}
      </div>
    </>
  );
}

/** After an invalid attempt the first invalid field takes the focus. */
function DetailsFields({ composer }: { composer: Composer }) {
  const { values, change, errors, attempts } = composer;
  const fields = useFirstFault<HTMLDivElement>(attempts);
  return (
    <div ref={fields} className="grid gap-5">
      <RecipientField values={values} errors={errors} onChange={change} />
      <LimitedTextField
        label="Title"
        name="title"
        isRequired
        maxLength={200}
        value={values.title}
        error={errors.title}
        onChange={(title) => change({ title })}
      />
      <TextArea
        label="Personal message"
        name="personalMessage"
        description="A few words shown above it when it is opened."
        isOptional
        rows={3}
        className="[&_textarea]:min-h-26"
        maxLength={2000}
        value={values.personalMessage}
        onChange={(personalMessage) => change({ personalMessage })}
      />
    </div>
  );
}
