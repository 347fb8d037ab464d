import { useState } from 'react';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import { evidenceMaxCharacters } from '../../../../../shared/after-death/report-rules.ts';
import { formatDay } from '../../../../../shared/dates.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { ProofDrop } from './proof-drop.tsx';
import { ProofFiles } from './proof-files.tsx';
import { useProofUpload } from './proof-upload.ts';
import { QuestionScreen } from './question-screen.tsx';
import { questions } from './questions.tsx';
import { sendOtherEvidence } from './requests.ts';
import type { ReportFlow } from './use-report.ts';

/** The last question: the proof, or a statement in its place. Then the report is sent. */
export function ProofScreen({ flow }: { flow: ReportFlow }) {
  const { token, report, errors, isBusy } = flow;
  const upload = useProofUpload(token, report?.proofs ?? []);
  const [evidence, setEvidence] = useState(report?.otherEvidence ?? undefined);
  const hasProof = upload.sent.length > 0;
  const isSending = upload.sending.length > 0;
  const isLater = report?.submittedAt !== null;
  const prepare = async () => {
    // An empty text removes what was saved before.
    if (evidence !== undefined) await sendOtherEvidence(token, evidence);
  };
  return (
    <QuestionScreen
      title="The proof"
      lead="A death certificate is best. Only the people here who check it will see it."
      number={questions.length}
      action={hasProof || isSending || isLater ? 'Send' : 'Send without it for now'}
      isBusy={isBusy || isSending}
      failure={errors['form']}
      note={!isLater && report && <Summary {...report} />}
      onNext={() => flow.submit(prepare)}
      onBack={isLater ? undefined : flow.back}
    >
      <div className="grid gap-4">
        <ProofDrop onSelect={upload.choose} />
        <ProofFiles upload={upload} canTakeBack={!isLater} />
        {!hasProof && (
          <WithoutProof
            isLater={isLater}
            evidence={evidence ?? ''}
            onEvidence={setEvidence}
            error={errors['text']}
          />
        )}
      </div>
    </QuestionScreen>
  );
}

interface WithoutProofProps {
  /** The report has already been sent, and waits for its proof. */
  isLater: boolean;
  evidence: string;
  onEvidence: (text: string) => void;
  error: string | undefined;
}

function WithoutProof({ isLater, evidence, onEvidence, error }: WithoutProofProps) {
  const [isOpen, setOpen] = useState(evidence !== '');
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-6">
      <p>
        <strong className="font-semibold">You do not have it yet?</strong>{' '}
        {isLater
          ? 'We have your report, and there is nothing to do today. The link that brought you here works when the proof comes.'
          : 'Send the rest today. We email you a link to add the proof when it comes.'}{' '}
        Nothing is delivered before it has been checked.
      </p>
      {isOpen ? (
        <TextArea
          label="What you can tell us in its place"
          description="The funeral director or the doctor who can confirm it, or two people who knew them, with a way to reach them."
          isOptional
          rows={5}
          maxLength={evidenceMaxCharacters}
          value={evidence}
          onChange={onEvidence}
          error={error}
        />
      ) : (
        <p>
          <Button variant="text" onPress={() => setOpen(true)}>
            There will be no certificate
          </Button>
        </p>
      )}
    </div>
  );
}

function Summary(props: DeathReport) {
  const facts = [
    ['Who has died', [props.personName, props.personEmail].filter(Boolean).join(', ')],
    ['The day', `${props.isDateApproximate ? 'about ' : ''}${formatDay(props.dateOfDeath)}`],
    ['You', `${props.reporterName}, ${props.reporterEmail}`],
  ] as const;
  return (
    <>
      <h2 className="mb-3 font-sans text-base font-semibold text-ink">What you send us</h2>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_1fr]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="break-words text-ink max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">“Back” leads to each answer.</p>
    </>
  );
}
