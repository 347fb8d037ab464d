import type { ReactNode } from 'react';
import type { StaffPromises } from '../../../shared/staff/promises.ts';
import { formatSize } from '../../lib/format-size.ts';
import { Folded } from '../../ui/folded.tsx';
import { counted, inFigures } from '../console/format.ts';
import { FiguresTable } from './figures-table.tsx';
import { Panel } from './panel.tsx';
import { yearsTable } from './promises.ts';
import { usePromises } from './queries.ts';

/** What has been promised, and what pays for it. */
export function PromisesPanel() {
  return (
    <Panel title="What we owe" reading={usePromises()} height="h-64">
      {(promises) => (
        <>
          <Sentences {...promises} />
          <YearTable promises={promises} />
        </>
      )}
    </Panel>
  );
}

function Sentences({ owed, paidThrough, files }: StaffPromises) {
  const total = owed.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const within = owed.reduce((sum, { guaranteed }) => sum + guaranteed, 0);
  const broken = files.files - files.whole;
  return (
    <ul className="divide-y divide-line text-small">
      <Line what="Deliveries owed" figure={inFigures(total)}>
        {inFigures(within)} within what the plans guarantee, {inFigures(total - within)} beyond
      </Line>
      <Line what="Files kept" figure={inFigures(files.files)}>
        {formatSize(files.bytes)}, {files.hasSecondStore ? 'copied to a second store' : 'in one store'};{' '}
        {broken === 0 ? 'none known to be missing or damaged' : `${inFigures(broken)} missing or damaged`}
      </Line>
      <Line what="Accounts in arrears" figure={inFigures(paidThrough.inArrears)}>
        besides {counted(paidThrough.free, 'free account')}
        {paidThrough.withoutEnd > 0 &&
          ` and ${inFigures(paidThrough.withoutEnd)} with a plan that has no end`}
      </Line>
    </ul>
  );
}

function Line({ what, figure, children }: { what: string; figure: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 py-2.5">
      <span className="flex-1">
        {what}
        <span className="block text-ink-soft">{children}</span>
      </span>
      <span className="tabular-nums">{figure}</span>
    </li>
  );
}

const columns = ['Owed', 'Guaranteed', 'Accounts paid through'] as const;

function YearTable({ promises }: { promises: StaffPromises }) {
  const rows = yearsTable(promises);
  if (rows.length === 0) return null;
  return (
    <Folded title="By year" className="border-t border-line">
      <FiguresTable
        caption="Deliveries owed, and accounts by the year through which they are paid; years without any are left out"
        of="Year"
        columns={columns}
        rows={rows.map(({ year, figures }) => ({ label: year, figures }))}
      />
    </Folded>
  );
}
