import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoField, openDemoField } from './demo-field.ts';
import { fieldJourney, LOGGED } from './field-journey.ts';
import { firefoxOptions, openPage } from './profile.ts';
import { faultsOfScreens } from './screen-tour.ts';

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
