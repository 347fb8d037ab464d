import { useEffect, useRef } from 'react';
import { Button } from '../../../../../ui/button.tsx';
import { TextArea } from '../../../../../ui/text-area.tsx';
import { ComposerBar } from '../composer-bar.tsx';
import { SendingPage } from '../in-pieces/sending-page.tsx';
import { useQueue } from '../in-pieces/use-queue.ts';
import { RecipientField } from '../recipient-field.tsx';
import { PhotoList } from './photo-list.tsx';
import { RefusedPhotos } from './room-line.tsx';
import { type Several, type SeveralOptions, useSeveral } from './use-several.ts';

interface SeveralPhotosProps extends Omit<SeveralOptions, 'onSend'> {
  onSent: () => void;
}

/** Several photos with one form: each becomes a separate memory. */
export function SeveralPhotos({ onSent, ...options }: SeveralPhotosProps) {
  const queue = useQueue();
  const several = useSeveral({
    ...options,
    onSend(rows) {
      onSent();
      queue.start(rows);
    },
  });
  return queue.rows.length > 0 ? <SendingPage queue={queue} /> : <SeveralForm several={several} />;
}

function SeveralForm({ several }: { several: Several }) {
  const { photos, values, change, errors, attempts } = several;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return (
    <>
      <ComposerBar steps={['Select File', 'Add Details', 'Upload']} current={1} />
      <form
        ref={form}
        noValidate
        className="mx-auto max-w-sheet pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          several.submit();
        }}
      >
        <Heading count={photos.length} />
        <div className="mt-7 grid gap-5">
          <RecipientField values={values} errors={errors} onChange={change} />
        </div>
        <RefusedPhotos refused={several.refused} />
        <PhotoList several={several} />
        <TextArea
          className="mt-6 [&_textarea]:min-h-26"
          label="Personal message"
          name="personalMessage"
          description="A few words shown above each of them when it is opened."
          isOptional
          rows={3}
          maxLength={2000}
          value={values.personalMessage}
          onChange={(personalMessage) => change({ personalMessage })}
        />
        <div className="mt-7 flex flex-wrap items-center justify-between gap-x-7 gap-y-3.5">
          <p className="flex-[1_1_16rem] text-small text-ink-soft">
            Nobody sees these before the day you choose next.
          </p>
          <Button
            type="submit"
            isDisabled={photos.length === 0}
            isPending={several.isBusy}
            pendingLabel="Saving"
            className="max-md:w-full"
          >
            Upload
          </Button>
        </div>
      </form>
    </>
  );
}

function Heading({ count }: { count: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-[clamp(2rem,3.6vw,2.75rem)] leading-tight outline-none">
        {nameCount(count)}
      </h2>
      <p className="mt-2.5 text-lead text-pretty text-ink-soft">
        Each becomes a memory of its own. You say once for whom, and give each a name.
      </p>
    </>
  );
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

function nameCount(count: number): string {
  return `${words[count] ?? count} ${count === 1 ? 'photo' : 'photos'}`;
}
