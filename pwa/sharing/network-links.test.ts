import { expect, it } from 'vitest';
import { facebookLink, sessionLink, xLink } from './network-links.ts';

const link = sessionLink('https://longline.example', '0b7f1f0e-5a51-4a8e-9f0c-1f9a9f0c1f9a');

it('links to the session under the origin', () => {
  expect(link).toBe('https://longline.example/video/0b7f1f0e-5a51-4a8e-9f0c-1f9a9f0c1f9a');
});

it('passes the encoded link to Facebook', () => {
  expect(new URL(facebookLink(link)).searchParams.get('u')).toBe(link);
});

it("passes the encoded link and the product's text to X", () => {
  const { searchParams } = new URL(xLink(link, 'Heel & sit 50%'));
  expect(searchParams.get('url')).toBe(link);
  expect(searchParams.get('text')).toBe('Check out this training video: Heel & sit 50%');
});
