import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { formatSize } from '../../lib/format-size.ts';
import { Button } from '../../ui/button.tsx';
import { SideBySide } from '../../ui/side-by-side.tsx';
import { counted, dateTimeOf } from '../console/format.ts';
import { KeyHint } from '../console/list-keys.tsx';
import { CaseSection, TheirWords } from './case-section.tsx';
import { proofWords } from './labels.ts';
import { type Opened, OpenedProof, type Proof } from './opened-proof.tsx';
import { Views } from './views.tsx';

const typeWords: Record<Proof['mediaType'], string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/heic': 'HEIC, shown as JPEG',
};

interface ProofsProps {
  report: StaffDeathReport;
  me: string | undefined;
  opened: Opened;
  onOpen: (proof: Proof | 'other-evidence') => void;
}

export function Proofs({ report, me, opened, onOpen }: ProofsProps) {
  const { proofs, hasOtherEvidence, otherEvidenceViews, id, obstacle } = report;
  const evidence = opened[id];
  return (
    <CaseSection
      id="proofs"
      title="What was sent as proof"
      aside={report.acts.includes('approve') && 'each of us opens each'}
    >
      {proofs.length === 0 && !hasOtherEvidence && <p className="mt-2">Nothing yet.</p>}
      <ul className="divide-y divide-line xl:[&_:is(a,button)]:scroll-mb-64">
        {proofs.map((proof, index) => (
          <ProofItem
            key={proof.id}
            proof={proof}
            number={index + 1}
            me={me}
            isClosed={obstacle !== null}
            file={opened[proof.id]}
            onOpen={() => onOpen(proof)}
          />
        ))}
        {hasOtherEvidence && (
          <li className="grid gap-3 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <div>
                <p>{`${proofs.length + 1}. What the reporter wrote instead of a certificate`}</p>
                <Views views={otherEvidenceViews} me={me} />
              </div>
              {evidence === undefined && !obstacle && (
                <Button variant="quiet" size="small" onPress={() => onOpen('other-evidence')}>
                  Read with a reason
                  {proofs.length < 9 && <KeyHint>{String(proofs.length + 1)}</KeyHint>}
                </Button>
              )}
            </div>
            {typeof evidence === 'string' && <TheirWords>{evidence}</TheirWords>}
          </li>
        )}
      </ul>
    </CaseSection>
  );
}

interface ProofItemProps {
  proof: Proof;
  number: number;
  me: string | undefined;
  /** True if the reader may not decide here. */
  isClosed: boolean;
  file: Blob | string | undefined;
  onOpen: () => void;
}

function ProofItem({ proof, number, me, isClosed, file, onOpen }: ProofItemProps) {
  const { kind, mediaType, pages, sizeBytes, receivedAt, isVerified } = proof;
  const { isUnscanned, isDamaged, views, sameFileIn } = proof;
  const facts = [
    typeWords[mediaType],
    ...(pages ? [counted(pages, 'page')] : []),
    formatSize(sizeBytes, 1024),
    dateTimeOf(receivedAt),
  ];
  return (
    <li className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p>
          {`${number}. ${proofWords[kind]}`}
          {isVerified && <span className="text-sage"> (verified)</span>}
          <span className="block text-small text-ink-soft tabular-nums">
            <SideBySide>{facts}</SideBySide>
          </span>
          {isUnscanned && <span className="block text-small text-rose">Not checked for malware yet</span>}
          {isDamaged && <span className="block text-small text-rose">Cannot be read to its end</span>}
          {sameFileIn.length > 0 && (
            <span className="block text-small text-rose">
              The same file came with the report about{' '}
              {sameFileIn.map(({ personName }) => personName).join(', ')}
            </span>
          )}
        </p>
        {!file && !isClosed && (
          <Button variant="quiet" size="small" onPress={onOpen}>
            {views.some(({ by }) => by === me) ? 'Open again' : 'Open with a reason'}
            {number <= 9 && <KeyHint>{String(number)}</KeyHint>}
          </Button>
        )}
      </div>
      <Views views={views} me={me} />
      {file instanceof Blob && <OpenedProof proof={proof} file={file} />}
    </li>
  );
}
