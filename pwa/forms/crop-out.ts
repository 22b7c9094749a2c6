/** A rectangle in pixels of the picture. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Enough for the largest portrait on a screen with a pixel ratio of 3. */
const SIDE_PX = 768;
const QUALITY = 0.85;

/** The cropped square as a JPEG, never scaled up. Null if the browser cannot draw it. */
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
  // JPEG has no transparency: fill with white, or transparent parts turn black.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, side, side);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
