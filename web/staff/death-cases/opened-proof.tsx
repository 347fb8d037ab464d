import { useEffect, useState } from 'react';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { Link } from '../../ui/link.tsx';
import { proofWords } from './labels.ts';

export type Proof = StaffDeathReport['proofs'][number];
/** What was opened of the report that is shown, by the id of the proof; other evidence by the id of the report. */
export type Opened = Readonly<Record<string, Blob | string>>;

/** A picture is shown here. A PDF is downloaded, because a stranger's file must not run in this page. */
export function OpenedProof({ proof, file }: { proof: Proof; file: Blob }) {
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

/** The URL is revoked when the component unmounts. */
function useObjectUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
