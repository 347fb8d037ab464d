/** Memory of processes, as Linux counts it. */
import { readdir, readFile } from 'node:fs/promises';

export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return Number(kilobytes) * 1024;
}

/** The resident memory of a process and its descendants, without PostgreSQL. */
export async function residentBytesOfTree(pid: number): Promise<number> {
  let sum = 0;
  for (const id of [pid, ...(await descendantsOf(pid))]) sum += await residentBytes(id);
  return sum;
}

async function descendantsOf(pid: number): Promise<number[]> {
  const processes = await listProcesses();
  const found = [pid];
  for (const parent of found)
    found.push(...processes.filter((each) => each.parent === parent).map(({ id }) => id));
  return found.slice(1);
}

async function listProcesses(): Promise<{ id: number; parent: number }[]> {
  const processes = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // A process that has exited in the meantime no longer has this file.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [, program, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
    if (program && program !== 'postgres') processes.push({ id: Number(name), parent: Number(parent) });
  }
  return processes;
}
