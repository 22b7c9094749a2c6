import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EncodedFilms, openEncodedFilms } from '../../../api/testing/encoded-films.ts';
import { hdrFilm, meanDifference, pixelsOf, sdrBars, sdrFilm, stepsIn } from '../../../api/testing/hdr-chart.ts';
import type { MediaOfDevice } from '../media-page/media-page.ts';
import { serveMediaPage } from '../media-page/serve-media-page.ts';
import { type DemoField, openDemoField } from './demo-field.ts';
import { fieldJourney, LOGGED } from './field-journey.ts';
import { firefoxOptions, openPage } from './profile.ts';
import { faultsOfScreens } from './screen-tour.ts';

declare const mediaOfDevice: MediaOfDevice;

let field: DemoField;

beforeAll(async () => {
  field = await openDemoField();
});

afterAll(() => field?.close());

test('syncs a session with its film from Firefox, and shows it to a partner', async () => {
  expect(await fieldJourney(field, await openPage(firefoxOptions()))).toMatchObject([LOGGED]);
});

test('shows every screen of a full kennel in Firefox without an error', async () => {
  const { page } = await openPage(firefoxOptions());
  expect(await faultsOfScreens(page, field.server)).toEqual([]);
});

describe('a poster drawn by Firefox', () => {
  let films: EncodedFilms;
  let site: Awaited<ReturnType<typeof serveMediaPage>>;

  beforeAll(async () => {
    [site, films] = await Promise.all([serveMediaPage(), openEncodedFilms()]);
  });

  afterAll(async () => {
    await site?.close();
    await films?.close();
  });

  async function postersOf(...paths: string[]): Promise<Buffer[]> {
    const { page } = await openPage(firefoxOptions());
    const posters: Buffer[] = [];
    for (const path of paths) {
      await page.session.goto(site.origin);
      await page.until('the media page', () => page.session.run(() => document.documentElement.dataset['ready'] === 'yes'));
      await page.pickFile(path);
      const kept = await page.session.run(() => mediaOfDevice.keep());
      const fileName = await page.until('a poster', () =>
        page.session.run(async (id) => (await mediaOfDevice.row(id))?.poster?.fileName ?? null, kept.mediaId!),
      );
      const poster = await page.session.run((name) => mediaOfDevice.base64Of(name), fileName);
      posters.push(await pixelsOf(Buffer.from(poster, 'base64')));
    }
    return posters;
  }

  test.for(['hlg', 'pq'] as const)('has the colours of the film in SDR, and distinct steps above white, in %s', async (transfer) => {
    const [bars, stairs] = await postersOf(
      await hdrFilm(films, { transfer, picture: 'bars', as: 'chart.mp4' }),
      await hdrFilm(films, { transfer, picture: 'stairs', as: 'chart.mp4' }),
    );
    expect(meanDifference(bars!, await sdrBars(films))).toBeLessThan(10);
    const steps = stepsIn(stairs!);
    for (const [at, step] of steps.slice(1).entries()) expect(step - (steps[at] ?? 0)).toBeGreaterThan(0);
  });

  test('leaves a film in SDR as it is', async () => {
    const [bars] = await postersOf(await sdrFilm(films));
    expect(meanDifference(bars!, await sdrBars(films))).toBeLessThan(4);
  });
});
