import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why no small file system can be mounted here; undefined if one can. */
export function mountRefusal(): string | undefined {
  if (process.platform !== 'linux') return 'this is no Linux';
  const script = 'd=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$d" && umount "$d" && rmdir "$d"';
  try {
    execFileSync('sh', ['-c', script], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface SmallDisk {
  /** Leaves no byte free. */
  fill(): void;
  /** Frees what `fill` took. */
  clear(): void;
  unmount(): void;
}

/** Mounts a small disk at `dir`, which belongs to `uid`. */
export function mountSmallDisk(dir: string, sizeMebibytes: number, uid = 0): SmallDisk {
  const script = 'mount -t tmpfs -o "size=$2m,uid=$3,mode=700" tmpfs "$1"';
  execFileSync('sh', ['-c', script, 'sh', dir, String(sizeMebibytes), String(uid)]);
  const filler = join(dir, 'filler');
  return {
    fill() {
      try {
        writeFileSync(filler, randomBytes(sizeMebibytes * 1024 * 1024));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    clear: () => rmSync(filler, { force: true }),
    unmount: () => execFileSync('sh', ['-c', 'umount "$1"', 'sh', dir]),
  };
}
