import type { ReactNode } from 'react';

/** Line drawings on a 24 px grid, stroked by Icon in the colour of the text around them. */
export const ICON_SHAPES = {
  alert: <path d="M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6ZM12 7.6v5.6M12 16.4v.2" />,
  back: <path d="M20 12H4.6M10.8 5.4 4.2 12l6.6 6.6" />,
  bell: <path d="M4.6 17.4h14.8L18 15.2V10.6a6 6 0 0 0-12 0v4.6ZM10 20.6h4" />,
  camera: <path d="M3.5 7.5h4L9 5h6l1.5 2.5h4v11.8h-17ZM12 9.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8Z" />,
  check: <path d="m4.4 12.8 4.8 4.8L19.8 6.8" />,
  close: <path d="m5.8 5.8 12.4 12.4M18.2 5.8 5.8 18.2" />,
  // A collar with its tag.
  collar: (
    <path d="M12 3.2c4.9 0 8.8 1.7 8.8 3.9v3.1c0 2.2-3.9 3.9-8.8 3.9s-8.8-1.7-8.8-3.9V7.1c0-2.2 3.9-3.9 8.8-3.9ZM3.2 7.1c0 2.1 3.9 3.8 8.8 3.8s8.8-1.7 8.8-3.8M12 16.3a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z" />
  ),
  comment: <path d="M3.8 4.8h16.4v11.6h-8.8L7 20.2v-3.8H3.8Z" />,
  copy: <path d="M8.5 8.5h11.8v11.8H8.5ZM15.5 8.5V3.7H3.7v11.8h4.8" />,
  down: <path d="m5.4 9.2 6.6 6.6 6.6-6.6" />,
  download: <path d="M12 3.6v11.6M7.4 10.8l4.6 4.6 4.6-4.6M4.2 20.2h15.6" />,
  edit: <path d="m4 20 .9-4.4L16.2 4.3a1.2 1.2 0 0 1 1.7 0l1.8 1.8a1.2 1.2 0 0 1 0 1.7L8.4 19.1ZM13.8 6.8l3.4 3.4" />,
  film: <path d="M3.5 5h17v14h-17ZM8 5v14M16 5v14M3.5 9.6H8M3.5 14.4H8M16 9.6h4.5M16 14.4h4.5" />,
  // One line that forks into two.
  fork: <path d="M12 20.4v-6.6M12 13.8c0-4.4-5.6-3.4-5.6-9.2M12 13.8c0-4.4 5.6-3.4 5.6-9.2M3.8 7l2.6-2.8L9 7M15 7l2.6-2.8L20.2 7" />,
  forward: <path d="m9.2 5.4 6.6 6.6-6.6 6.6" />,
  // A triangle that stops at a bar: one frame.
  frameBack: <path d="M17.8 5.2v13.6L7.6 12ZM5.4 5.6v12.8" />,
  frameForward: <path d="M6.2 5.2v13.6L16.4 12ZM18.6 5.6v12.8" />,
  globe: <path d="M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6ZM3.4 12h17.2M12 3.2c5.2 5 5.2 12.6 0 17.6-5.2-5-5.2-12.6 0-17.6Z" />,
  grip: <path d="M9 5.6v.1M9 12v.1M9 18.4v.1M15 5.6v.1M15 12v.1M15 18.4v.1" />,
  leave: <path d="M14.5 4H5v16h9.5M10.5 12h10M16.8 8.2 20.6 12l-3.8 3.8" />,
  lock: <path d="M5.2 10.8h13.6v9.6H5.2ZM8.2 10.8V7.4a3.8 3.8 0 0 1 7.6 0v3.4M12 14.4v2.4" />,
  log: <path d="M5.2 3.6h12.6a1.2 1.2 0 0 1 1.2 1.2v14.4a1.2 1.2 0 0 1-1.2 1.2H5.2ZM8.8 3.6v16.8M12.2 8.2h3.4M12.2 12h3.4" />,
  loop: (
    <path d="M4.4 11.4V9.8a3.6 3.6 0 0 1 3.6-3.6h11.4M16.2 3l3.2 3.2-3.2 3.2M19.6 12.6v1.6a3.6 3.6 0 0 1-3.6 3.6H4.6M7.8 21l-3.2-3.2 3.2-3.2" />
  ),
  moon: <path d="M20.2 14.4A8.6 8.6 0 0 1 9.6 3.8a8.6 8.6 0 1 0 10.6 10.6Z" />,
  // Signal bars, struck through.
  offline: <path d="M4.8 19.4v-2.8M9.8 19.4v-6.2M14.8 19.4v-4.2M14.8 11V9.6M19.8 19.4V5.2M3.4 3.8l17 17" />,
  partners: (
    <path d="M9 4.6a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.6 19.8c0-3.5 2.8-5.8 6.4-5.8s6.4 2.3 6.4 5.8M15.4 4.9a3.5 3.5 0 0 1 0 6.4M18 14.6c2.2.8 3.5 2.8 3.5 5.2" />
  ),
  pause: <path d="M7.2 5h3v14h-3ZM13.8 5h3v14h-3Z" />,
  person: <path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.6 20.4c0-3.7 3.2-5.9 7.4-5.9s7.4 2.2 7.4 5.9" />,
  // A phone with a check mark.
  phoneSaved: (
    <path d="M8 2.6h8a1.6 1.6 0 0 1 1.6 1.6v15.6a1.6 1.6 0 0 1-1.6 1.6H8a1.6 1.6 0 0 1-1.6-1.6V4.2A1.6 1.6 0 0 1 8 2.6ZM9.6 12l1.8 1.8 3.2-3.6" />
  ),
  picture: <path d="M3.6 4.8h16.8v14.4H3.6ZM4 17l5-5.4 4 4.2 2.6-2.4 4.6 4.2M15.8 8.2v.1" />,
  pin: (
    <path d="M12 21c-4.4-4.3-6.8-8-6.8-11.1a6.8 6.8 0 1 1 13.6 0C18.8 13 16.4 16.7 12 21ZM12 7.4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z" />
  ),
  play: <path d="m7.4 4.8 12 7.2-12 7.2Z" fill="currentColor" />,
  plus: <path d="M12 4.6v14.8M4.6 12h14.8" />,
  program: <path d="m3.6 6 1.7 1.7 2.9-3.3M3.6 12l1.7 1.7 2.9-3.3M3.6 18l1.7 1.7 2.9-3.3M12 6.4h8.4M12 12.4h8.4M12 18.4h8.4" />,
  raise: <path d="m5.4 14.8 6.6-6.6 6.6 6.6" />,
  retry: <path d="M19.4 9.4A8 8 0 1 0 20 13.6M19.8 4.6v4.8H15" />,
  search: <path d="M10.8 4a6.8 6.8 0 1 1 0 13.6 6.8 6.8 0 0 1 0-13.6ZM15.8 15.8l4.6 4.6" />,
  share: <path d="M12 15V3.8M7.8 7.6 12 3.6l4.2 4M5.6 11.2v8.6h12.8v-8.6" />,
  stop: <path d="M6.4 6.4h11.2v11.2H6.4Z" fill="currentColor" />,
  sun: (
    <path d="M12 7.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4ZM12 2.8v1.8M12 19.4v1.8M2.8 12h1.8M19.4 12h1.8M5.5 5.5l1.3 1.3M17.2 17.2l1.3 1.3M18.5 5.5l-1.3 1.3M6.8 17.2l-1.3 1.3" />
  ),
  trash: <path d="M4.6 6.8h14.8M9 6.8V4h6v2.8M6.4 6.8l1 13.4h9.2l1-13.4M10.2 10.6v5.6M13.8 10.6v5.6" />,
  up: <path d="M12 20V4.8M5.8 10.8 12 4.6l6.2 6.2" />,
  whistle: <path d="M20.8 7.6H9.4a5.9 5.9 0 1 0 5.3 8.5l1.3-4h4.8ZM9.4 11.9a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4Z" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICON_SHAPES;
