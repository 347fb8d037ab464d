/**
 * The family's photos: drawn, but real JPEG files with grain, EXIF data on when and where, and in one case an
 * orientation.
 */
import sharp, { type Sharp } from 'sharp';
import { boat, dock, house, pearTree, town, twoPeople } from './figures.ts';
import { disc, ridge, type Size, sky, specks, svg, water } from './landscape.ts';

const landscape: Size = { width: 2000, height: 1500 };
const portrait: Size = { width: 1500, height: 2000 };

export interface Photo {
  file: string;
  /** The size of the picture as it should be seen. */
  size: Size;
  drawing: string;
  /** EXIF writes days with colons. */
  takenAt: string;
  camera: { make: string; model: string };
  /** Taken in portrait: the camera stored the picture in landscape, with an EXIF orientation. */
  turned?: boolean;
}

const pocketCamera = { make: 'Halcyon', model: 'Pocket 35' };
const telephone = { make: 'Meridian', model: 'Six' };

export const capeMay: Photo = {
  file: 'cape-may-1994.jpg',
  size: landscape,
  takenAt: '1994:08:14 18:42:10',
  camera: pocketCamera,
  drawing: svg(
    landscape,
    sky(landscape, '#DDBE8C', '#F1E2C4'),
    disc(1420, 470, 130, '#FBF3DC'),
    ridge(landscape, { top: 800, relief: 90, color: '#9DB2A6', seed: 3 }),
    ridge(landscape, { top: 960, relief: 70, color: '#5F8072', seed: 8 }),
    water(landscape, 1060, '#7FA096', '#FBF3DC', 1420),
    ridge(landscape, { top: 1300, relief: 36, color: '#D8BC84', seed: 12 }),
    twoPeople(640, 1400, 300),
  ),
};

export const summerHouse: Photo = {
  file: 'the-summer-house.jpg',
  size: landscape,
  takenAt: '2008:06:29 07:15:44',
  camera: pocketCamera,
  drawing: svg(
    landscape,
    sky(landscape, '#A9C4C0', '#F3ECE2'),
    disc(420, 360, 90, '#FFFDF9'),
    ridge(landscape, { top: 780, relief: 150, color: '#A3BF98', seed: 21 }),
    ridge(landscape, { top: 980, relief: 80, color: '#6F8F68', seed: 5 }),
    house(1180, 1120, 400),
    ridge(landscape, { top: 1130, relief: 40, color: '#4E6B4A', seed: 9 }),
    pearTree(420, 1290, 560),
  ),
};

export const danielsBoat: Photo = {
  file: 'daniels-boat.jpg',
  size: landscape,
  takenAt: '2015:05:23 11:03:27',
  camera: telephone,
  drawing: svg(
    landscape,
    sky(landscape, '#8FB0B4', '#E9E2D2'),
    ridge(landscape, { top: 640, relief: 60, color: '#8FA9A0', seed: 31 }),
    ridge(landscape, { top: 700, relief: 34, color: '#5E7F77', seed: 44 }),
    water(landscape, 740, '#6D949A', '#F3ECE2', 1050),
    boat(1050, 1180, 620),
  ),
};

export const firstSnow: Photo = {
  file: 'first-snow-on-the-dock.jpg',
  size: portrait,
  takenAt: '2021:12:05 08:20:02',
  camera: telephone,
  turned: true,
  drawing: svg(
    portrait,
    sky(portrait, '#B7BFC0', '#EDE8E0'),
    ridge(portrait, { top: 860, relief: 70, color: '#A9B3B0', seed: 14 }),
    ridge(portrait, { top: 930, relief: 40, color: '#7F8F8B', seed: 19 }),
    water(portrait, 980, '#93A5A6', '#F6F3EE', 760),
    dock(760, 1080, 2000, '#E9E4DB'),
    specks(1500, 2000, 420, 5, 77),
  ),
};

export const pearTreeYear: Photo = {
  file: 'the-year-of-the-pears.jpg',
  size: portrait,
  takenAt: '2019:09:08 16:31:58',
  camera: telephone,
  drawing: svg(
    portrait,
    sky(portrait, '#C9D5CB', '#F7EEDB'),
    ridge(portrait, { top: 1380, relief: 90, color: '#A3BF98', seed: 51 }),
    ridge(portrait, { top: 1560, relief: 60, color: '#7C9473', seed: 23 }),
    pearTree(760, 1780, 1380),
    twoPeople(1190, 1800, 300),
  ),
};

export const lakeAtFive: Photo = {
  file: 'the-lake-at-five.jpg',
  size: landscape,
  takenAt: '2012:10:11 05:02:36',
  camera: telephone,
  drawing: svg(
    landscape,
    sky(landscape, '#3E5663', '#E0B98B'),
    disc(1000, 820, 70, '#F7E3BC'),
    water(landscape, 830, '#4B6570', '#F2D3A0', 1000),
    ridge(landscape, { top: 1330, relief: 26, color: '#2A2522', seed: 61 }),
  ),
};

export const nightShift: Photo = {
  file: 'night-shift-christmas-eve.jpg',
  size: landscape,
  takenAt: '1998:12:24 23:48:19',
  camera: pocketCamera,
  drawing: svg(
    landscape,
    sky(landscape, '#141B20', '#3B4A4F'),
    specks(2000, 700, 60, 2, 5),
    town(-20, 2020, 1240, 760, 42),
    ridge(landscape, { top: 1240, relief: 14, color: '#CFCBC3', seed: 71 }),
    specks(2000, 1500, 340, 5, 88),
  ),
};

/** The photo as its camera would have written it. */
export async function developPhoto({
  drawing,
  size,
  camera,
  takenAt,
  turned = false,
}: Photo): Promise<Buffer> {
  const picture = sharp(Buffer.from(drawing))
    .flatten({ background: '#FBF7F0' })
    .composite([{ ...(await pixels(grain(size))), blend: 'soft-light' }]);
  const { input, raw } = await pixels(picture);
  return await sharp(input, { raw })
    .rotate(turned ? -90 : 0)
    .jpeg({ quality: 82 })
    .withExif({
      IFD0: { Make: camera.make, Model: camera.model, DateTime: takenAt },
      IFD2: { DateTimeOriginal: takenAt, FNumber: '28/10', ExposureTime: '1/125' },
    })
    .withMetadata(turned ? { orientation: 6 } : {})
    .toBuffer();
}

function grain({ width, height }: Size): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 18 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
}

async function pixels(picture: Sharp) {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}
