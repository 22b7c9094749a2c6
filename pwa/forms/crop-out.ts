/** A rectangle in the picture's own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Enough for the largest place a portrait has, on a screen of three pixels a point. */
const SIDE_PX = 768;
const QUALITY = 0.85;

/** The cropped square as a JPEG, never larger than it is in the picture. Null where the browser cannot draw it. */
export async function cropOut(address: string, area: CropArea): Promise<Blob | null> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const side = Math.min(SIDE_PX, Math.round(area.width));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  // JPEG has no transparency: what shines through is paper, not black.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, side, side);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
