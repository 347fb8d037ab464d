import { SettingList } from '../../../../ui/setting.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';

/** The content of a tab, without its values. */
export function SettingsSkeleton({ hasFields }: { hasFields: boolean }) {
  return <SkeletonArea label="Loading your settings">{hasFields ? <Fields /> : <Lists />}</SkeletonArea>;
}

const rows = ['first', 'second', 'third'];

function Fields() {
  return (
    <>
      <Skeleton className="mt-1 h-7 w-36" />
      <div className="mt-5 flex items-center gap-6 border-b border-line pb-7">
        <Skeleton className="size-24 flex-none rounded-full" />
        <Skeleton className="h-11 w-40 rounded-full" />
      </div>
      <Skeleton className="mt-7 h-7 w-48" />
      <div className="mt-5 grid gap-5">
        {rows.map((row) => (
          <div key={row} className="grid gap-2">
            <Skeleton className="h-6 w-28" />
            <Skeleton className="h-12" />
          </div>
        ))}
      </div>
    </>
  );
}

function Lists() {
  return (
    <div className="grid gap-7">
      {rows.map((group) => (
        <div key={group} className="grid gap-4">
          <Skeleton className="mt-1 h-7 w-36" />
          <SettingList>
            {rows.map((row) => (
              <div key={row} className="grid gap-3 px-4 py-3.5 md:px-5">
                <Skeleton className="h-5 w-28" />
                <Skeleton className="h-6 w-4/5" />
              </div>
            ))}
          </SettingList>
        </div>
      ))}
    </div>
  );
}
