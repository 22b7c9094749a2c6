import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest (https://www.w3.org/TR/appmanifest/). */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  scope: '/',
  start_url: '/',
  name: 'Longline',
  short_name: 'Longline',
  description: 'A training log for serious dog trainers: safe on the field, synced automatically.',
  lang: 'en-GB',
  dir: 'ltr',
  display: 'standalone',
  background_color: '#f5f6f2',
  theme_color: '#0e5a42',
  categories: ['sports', 'productivity'],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  // The service worker handles this request: `pwa/service-worker/share-target.ts`.
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', files: [{ name: 'media', accept: ['video/*', 'image/*'] }] },
  },
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    { src: '/pictures/training-log-narrow.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label: 'The training log' },
    { src: '/pictures/my-dogs-narrow.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label: 'My dogs' },
    {
      src: '/pictures/training-log-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The training log on a desktop',
    },
  ],
  shortcuts: [
    {
      name: 'Log a session',
      url: '/?dialog=add-session',
      icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Field mode',
      url: '/field',
      icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
};
