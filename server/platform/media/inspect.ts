import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { runTool, type ToolLimits } from './tool.ts';

// Checks files from strangers that a person will open: pictures are decoded to their end, PDFs are searched for
// anything that does more than show a page. This happens in a process of its own, which gets the bytes and may open
// nothing but the code.

const inspectedTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/heic'] as const;
export type InspectedType = (typeof inspectedTypes)[number];

const Inspection = z.union([
  z.object({
    /** `disguise`: it is something else as well. `vast` and `damaged` apply to pictures, the others to PDFs. */
    fault: z.enum(['disguise', 'vast', 'damaged', 'locked', 'blank', 'cut', 'active', 'files', 'odd']),
  }),
  z.object({
    /** For a PDF. */
    pages: z.number().nullable(),
    /** For a picture: small, as WebP in base64. */
    preview: z.string().nullable(),
  }),
]);
export type Inspection = z.output<typeof Inspection>;
export type InspectionFault = Extract<Inspection, { fault: string }>['fault'];

const child = fileURLToPath(new URL('./inspect/inspect.child.ts', import.meta.url));
const packages = join(dirname(createRequire(import.meta.url).resolve('heic-decode')), '..');
const heapMegabytes = 512;
const gigabyte = 1024 ** 3;
const limits: ToolLimits = { seconds: 60, memoryBytes: 2 * gigabyte, outputBytes: 60_000_000 };

/** A picture takes much memory, so few are checked at once; only other checks wait. */
const limit = createConcurrencyLimit({ concurrency: 2, maxWaitingPerKey: 1, maxWaiting: 20 });

/** The results for the last files: each is needed when the file arrives, and whenever somebody opens it. */
const found = new Map<string, Inspection>();
const mostFound = 50;

/** What is wrong with a file, or a preview of it. Throws ToolError if the process ends early. */
export async function inspectFile(key: string, bytes: Buffer, type: InspectedType): Promise<Inspection> {
  const name = `${type} ${createHash('sha256').update(bytes).digest('hex')}`;
  const before = found.get(name);
  if (before) return before;
  const printed = await limit.run(key, () => run(['inspect', type], bytes));
  const inspection = Inspection.parse(JSON.parse(printed.toString('utf8')));
  found.set(name, inspection);
  const [oldest] = found.keys();
  if (oldest !== undefined && found.size > mostFound) found.delete(oldest);
  return inspection;
}

/** A HEIC as JPEG. Throws ToolError if it cannot be decoded. */
export function heicToJpeg(key: string, bytes: Buffer): Promise<Buffer> {
  return limit.run(key, () => run(['convert', 'image/heic'], bytes));
}

async function run(task: string[], bytes: Buffer): Promise<Buffer> {
  const folders = [dirname(dirname(child)), packages];
  const code = folders.map((folder) => `--allow-fs-read=${folder}`);
  // Image decoders are add-ons.
  const node = ['--permission', '--allow-addons', ...code, `--max-old-space-size=${heapMegabytes}`];
  return await runTool(process.execPath, [...node, child, ...task], limits, {
    reads: [child, ...folders],
    input: bytes,
  });
}
