import { readFile } from 'node:fs/promises';
import { clearedFilm } from '../../../api/testing/cleared-film.ts';
import { openEncodedFilms } from '../../../api/testing/encoded-films.ts';
import { seedDemoKennel } from '../../../api/db/demo-kennel.ts';
import { type ApiPerson, signInByCalls } from '../harness/api-person.ts';
import { type Server, startServer } from '../harness/server.ts';
import { padVideo, type VideoFile } from '../harness/video-file.ts';

const MB = 1024 * 1024;

/** People who may sign in beside those of the demo kennel. Each journey uses one of them, who has no rows yet. */
const TRAINERS = ['kit@example.org', 'fay@example.org'];
const PARTNER = 'moss@example.org';

/** What the tests of every engine need: a server with the demo kennel, a film to log, and people. */
export interface DemoField {
  server: Server;
  film: VideoFile;
  /** The email of someone who has no rows yet. @throws if all have been used */
  newTrainer: () => string;
  /** Uses the API without a browser. */
  partner: ApiPerson;
  close: () => Promise<void>;
}

export async function openDemoField(): Promise<DemoField> {
  const [server, films] = await Promise.all([
    startServer({ env: { ADMIN_EMAILS: [...TRAINERS, PARTNER].join(',') }, fill: (dataDir) => seedDemoKennel({ DATA_DIR: dataDir }) }),
    openEncodedFilms(),
  ]);
  const recorded = await readFile(await films.film('heel.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'));
  const trainers = [...TRAINERS];
  return {
    server,
    newTrainer: () => {
      const email = trainers.shift();
      if (!email) throw new Error('All trainers have been used: add one to TRAINERS');
      return email;
    },
    partner: await signInByCalls(server, PARTNER),
    // This size fills several pieces of the device's storage, the last one only in part. Blank the tags here, as the server
    // would, because the journey compares every byte.
    film: await padVideo(await clearedFilm(recorded, 'video/mp4'), films.folder, 9 * MB + 12_345),
    close: async () => {
      await server.stop();
      await films.close();
    },
  };
}
