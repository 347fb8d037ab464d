import { type FormEvent, useEffect } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import type { Composer } from './composer.ts';
import { DetailsStep } from './details-fields.tsx';

interface LetterDetailsProps {
  composer: Composer;
  isBlank: boolean;
  onBack: () => void;
}

export function LetterDetails({ composer, isBlank, onBack }: LetterDetailsProps) {
  const { values, errors, submit, sending, existing } = composer;
  const isSending = sending.state.step !== 'idle';
  useEffect(() => {
    // In braces, since newer browsers return a promise, which React would call as a clean-up function.
    window.scrollTo(0, 0);
  }, []);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  return (
    <form noValidate className="mx-auto max-w-sheet" onSubmit={handleSubmit}>
      <FoldedLetter text={values.content} error={errors.content} isLocked={isSending} onOpen={onBack} />
      <Card className="relative -mt-6 md:px-10 md:py-9">
        <DetailsStep
          composer={composer}
          buttons={(submit) => (
            <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-2 max-md:flex-col-reverse">
              {!existing && (
                <p className="grow basis-60 text-small text-pretty text-ink-soft max-md:order-1 max-md:basis-auto">
                  Upload keeps the letter. Nobody receives it before you choose a day.
                </p>
              )}
              <Button variant="text" onPress={onBack}>
                Back to the letter
              </Button>
              {!isBlank && submit}
            </div>
          )}
        />
      </Card>
    </form>
  );
}

interface FoldedLetterProps {
  text: string;
  error: string | undefined;
  isLocked: boolean;
  onOpen: () => void;
}

function FoldedLetter({ text, error, isLocked, onOpen }: FoldedLetterProps) {
  return (
    <div className="mx-4 rounded-t-control border border-line bg-card px-6 pt-6 pb-11 md:mx-10">
      <p className="line-clamp-2 font-serif text-lead text-ink-soft">{text}</p>
      {error && (
        <p role="alert" className="mt-3 text-small font-medium text-rose">
          {error}{' '}
          <Button variant="text" size="small" isDisabled={isLocked} onPress={onOpen}>
            Shorten it
          </Button>
        </p>
      )}
    </div>
  );
}
