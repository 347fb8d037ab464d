import { Camera, FileText } from 'lucide-react';
import { proofMediaTypes } from '../../../../../shared/after-death/report-rules.ts';
import { DropArea } from '../../../../ui/drop-zone.tsx';
import { FileButton } from '../../../../ui/file-button.tsx';

export function ProofDrop({ onSelect }: { onSelect: (file: File) => void }) {
  return (
    <DropArea
      onSelect={onSelect}
      className="grid items-center justify-items-center gap-5 px-5 py-6 md:grid-cols-[8.5rem_1fr] md:justify-items-start md:gap-8.5 md:px-9 md:py-8"
    >
      <Paper />
      <div className="w-full">
        <div className="mb-3.5 flex flex-wrap gap-3 max-md:grid">
          <FileButton
            accept="image/jpeg,image/png"
            capture="environment"
            onSelect={onSelect}
            className="pointer-fine:hidden"
            icon={<Camera aria-hidden="true" className="size-5" />}
            variant="quiet"
          >
            Take a photo
          </FileButton>
          <FileButton
            accept={[...proofMediaTypes, 'image/heif', '.heic', '.heif'].join()}
            onSelect={onSelect}
            icon={<FileText aria-hidden="true" className="size-5" />}
            variant="quiet"
          >
            Choose a file
          </FileButton>
        </div>
        <p className="text-ink-soft max-md:text-center">
          <span className="pointer-coarse:hidden">Or drop it here. </span>PDF, JPEG, PNG or HEIC, up to 10 MB.
          A photo of the paper on a table is good enough.
        </p>
      </div>
    </DropArea>
  );
}

function Paper() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 136 150"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-26 stroke-line-strong md:w-34"
    >
      <path className="fill-paper" d="M20 8 h68 l28 27 v101 q0 7 -7 7 h-89 q-7 0 -7 -7 v-121 q0 -7 7 -7z" />
      <path d="M88 8 v27 h28 M36 54 h42 M36 70 h62 M36 86 h62 M36 102 h32" />
      <path className="thread" d="M-4 124 C 22 104, 44 140, 72 122 S 106 110, 140 127" />
      <circle cx="90" cy="117" r="8.5" className="fill-gold-wash stroke-thread" />
    </svg>
  );
}
