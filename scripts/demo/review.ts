/** What is waiting for a person: files in which the check found something, and one that it could not open. */
import { dayFrom, nextNoonOn } from './days.ts';
import { type Demo, untilApproved, untilChecked } from './environment.ts';
import { type Session, signIn } from './http.ts';
import { photoFile, type Recordings } from './keepsakes.ts';
import { deliverOn, leaveFile } from './leave.ts';
import { lakeAtFive, nightShift } from './photos.ts';
import { type SamuelsPeople, samuel } from './samuel.ts';

const zone = samuel.timezone;
/** The end of a ZIP archive without files. */
const archive = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const page = Buffer.from('<html><body>Saved with the picture</body></html>');

/** Samuel tidies up this morning: a photo that delays a delivery, a video, and a scan that breaks off. */
export async function samuelTidiesUp(
  demo: Demo,
  today: Date,
  people: Pick<SamuelsPeople, 'ngozi' | 'chidi'>,
  recordings?: Recordings,
): Promise<void> {
  const comeBack = (minutesAgo: number) => {
    demo.clock.jumpTo(new Date(today.getTime() - minutesAgo * 60_000));
    return signIn(demo, samuel);
  };
  await replaceWorkshop(await comeBack(130), today, people);
  if (recordings) await replaceFilm(await comeBack(90), recordings);
  await leaveScan(await comeBack(12));
}

async function replaceWorkshop(
  session: Session,
  today: Date,
  { ngozi, chidi }: Pick<SamuelsPeople, 'ngozi' | 'chidi'>,
): Promise<void> {
  const file = await photoFile(nightShift);
  const workshop = await leaveFile(session, file, { title: 'Papa’s workshop', to: 'children' });
  await untilApproved(session);
  await deliverOn(
    session,
    nextNoonOn(dayFrom(today, 1, '12:00', zone), '12-24', zone),
    workshop,
    ngozi,
    chidi,
  );
  await session.replaceFile(workshop.id, extended(file, page));
  await untilChecked(session);
}

async function replaceFilm(session: Session, { lastBus }: Recordings): Promise<void> {
  const film = (await session.memories()).find(({ type }) => type === 'video');
  if (!film) return;
  await session.replaceFile(film.id, extended(lastBus, archive));
  await untilChecked(session);
}

async function leaveScan(session: Session): Promise<void> {
  const scan = await photoFile(lakeAtFive);
  const half = new File([scan.slice(0, scan.size / 2)], 'scan-0003.jpg', { type: scan.type });
  await leaveFile(session, half, { title: 'Scan 0003', to: 'family' });
  await untilChecked(session);
}

function extended(file: File, more: Buffer): File {
  return new File([file, new Uint8Array(more)], file.name, { type: file.type });
}
