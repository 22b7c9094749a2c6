import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '../components/button.tsx';
import { type CropArea, cropOut } from './crop-out.ts';
import { FORM_TEXTS } from './texts.ts';

const MAX_ZOOM = 4;

export interface CropPictureProps {
  /** An object URL of the picture. */
  address: string;
  onUse: (cropped: Blob | null) => void;
  /** Registers a step before saving, so that a save uses the crop as shown. Null removes the step. */
  finishFirst: (finish: (() => Promise<void>) | null) => void;
  onCancel: () => void;
  /** Called if the browser cannot show this picture. */
  onBroken: () => void;
}

/** Crops a portrait to a square by dragging, pinching, the wheel, arrow keys or the slider. */
export function CropPicture({ address, onUse, finishFirst, onCancel, onBroken }: CropPictureProps) {
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Braces, because newer browsers return a promise and React would take it for a clean-up function.
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const use = async () => {
    if (area) onUse(await cropOut(address, area).catch(() => null));
  };
  useLayoutEffect(() => {
    finishFirst(use);
    return () => finishFirst(null);
  });
  return (
    <div ref={whole} className="grid scroll-my-4 gap-3">
      <div role="group" aria-label={FORM_TEXTS.picture.crop} className="relative h-72 overflow-hidden rounded-control bg-sunken">
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={MAX_ZOOM}
          aspect={1}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
          mediaProps={{ onError: onBroken }}
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={zoomId} className="text-15 font-semi">
          {FORM_TEXTS.picture.zoom}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-12 min-w-0 flex-1 accent-primary"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={!area} onClick={() => void use()}>
          {FORM_TEXTS.picture.use}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {FORM_TEXTS.picture.cancel}
        </Button>
      </div>
    </div>
  );
}
