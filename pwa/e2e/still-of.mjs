import sharp from 'sharp';

const SCENES = {
  field: () => landscape('#7d9a70', '#8dab7e') + flags(),
  stubble: () =>
    landscape('#c9a765', '#b8935a') +
    '<path d="M180 360q20-70 150-90t120-110" fill="none" stroke="#5d4522" stroke-width="6" stroke-dasharray="2 14" stroke-linecap="round"/>',
  coat: (colour) => `<rect width="640" height="360" fill="${colour}"/><path d="M250 360q10-220 70-300 60 80 70 300z" fill="#f4f1ea"/>`,
};

/** A drawn placeholder for a photo, as a PNG of 640 by 360. */
export function stillOf(scene, colour) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">${SCENES[scene](colour)}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function landscape(ground, stripe) {
  const stripes = [-120, 60, 240, 420, 600]
    .map((x) => `<path d="M${300 + (x - 240) / 6} 160h18L${x + 90} 360h-90z" fill="${stripe}"/>`)
    .join('');
  return `<rect width="640" height="360" fill="#cfdad6"/><path d="M0 140q160-50 320-20t320-30v90H0z" fill="#3f5a4b"/><rect y="160" width="640" height="200" fill="${ground}"/>${stripes}`;
}

function flags() {
  const flag = (x) => `<path d="M${x} 150v50" stroke="#fff" stroke-width="5"/><path d="M${x} 150l26 10-26 10z" fill="#fff"/>`;
  return `${flag(270)}${flag(370)}<path d="M328 190v170" stroke="#fff" stroke-width="4" stroke-dasharray="1 14" stroke-linecap="round"/>`;
}
