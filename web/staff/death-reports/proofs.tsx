import { useEffect, useState } from 'react';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { formatSize } from '../../lib/format-size.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { momentOf } from '../console/queue-row.tsx';
import { proofWords } from './words.ts';

export type Proof = StaffDeathReport['proofs'][number];
/** What was opened of the report that is shown, by the id of the proof; other evidence by that of the report. */
export type Opened = Readonly<Record<string, Blob | string>>;

const typeWords: Record<Proof['mediaType'], string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/heic': 'HEIC, shown as JPEG',
};

interface ProofsProps {
  report: StaffDeathReport;
  opened: Opened;
  onOpen: (proof: Proof | 'other-evidence') => void;
}

/** What came with the report; each is opened with a reason, one by one. */
export function Proofs({ report, opened, onOpen }: ProofsProps) {
  const { proofs, hasOtherEvidence, id } = report;
  const evidence = opened[id];
  return (
    <section aria-labelledby="proofs" className="mt-6 border-t border-line pt-5">
      <h3 id="proofs" className="text-title">
        What was sent as proof
      </h3>
      {proofs.length === 0 && !hasOtherEvidence && <p className="mt-2">Nothing yet.</p>}
      <ul className="divide-y divide-line">
        {proofs.map((proof) => (
          <ProofItem key={proof.id} proof={proof} file={opened[proof.id]} onOpen={() => onOpen(proof)} />
        ))}
        {hasOtherEvidence && (
          <li className="grid gap-3 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <p>What the reporter wrote instead of a certificate</p>
              {evidence === undefined && (
                <Button variant="quiet" size="small" onPress={() => onOpen('other-evidence')}>
                  Read with a reason
                </Button>
              )}
            </div>
            {typeof evidence === 'string' && (
              <blockquote className="rounded-choice border border-line p-4 whitespace-pre-line wrap-anywhere">
                {evidence}
              </blockquote>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

interface ProofItemProps {
  proof: Proof;
  file: Blob | string | undefined;
  onOpen: () => void;
}

function ProofItem({ proof, file, onOpen }: ProofItemProps) {
  const { kind, mediaType, pages, sizeBytes, receivedAt, isVerified, isUnscanned, sameFileIn } = proof;
  const facts = [
    typeWords[mediaType],
    ...(pages ? [pages === 1 ? '1 page' : `${pages} pages`] : []),
    formatSize(sizeBytes, 1024),
    momentOf(receivedAt),
  ];
  return (
    <li className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p>
          {proofWords[kind]}
          {isVerified && <span className="text-sage"> (verified)</span>}
          <span className="block text-small text-ink-soft tabular-nums">{facts.join(' · ')}</span>
          {isUnscanned && <span className="block text-small text-rose">Not checked for malware yet</span>}
          {sameFileIn.length > 0 && (
            <span className="block text-small text-rose">
              The same file came with the report about{' '}
              {sameFileIn.map(({ personName }) => personName).join(', ')}
            </span>
          )}
        </p>
        {!file && (
          <Button variant="quiet" size="small" onPress={onOpen}>
            Open with a reason
          </Button>
        )}
      </div>
      {file instanceof Blob && <OpenedProof proof={proof} file={file} />}
    </li>
  );
}

/** A picture is shown here. A PDF is saved: what a stranger sent does not run in this page. */
function OpenedProof({ proof, file }: { proof: Proof; file: Blob }) {
  const url = useObjectUrl(file);
  if (!url) return null;
  if (proof.mediaType !== 'application/pdf')
    return <img src={url} alt={proofWords[proof.kind]} className="max-h-200 rounded-control" />;
  return (
    <p>
      <Link href={url} download={`proof-${proof.id}.pdf`} className="inline-flex min-h-11 items-center">
        Save the PDF to read it
      </Link>
    </p>
  );
}

/** Only while it is on the screen. */
function useObjectUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
