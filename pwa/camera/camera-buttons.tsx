import { lazy, Suspense, useState } from 'react';
import { Button } from '../components/button.tsx';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import type { CameraDialogProps } from './camera-dialog.tsx';
import { TEXTS } from './texts.ts';

const CameraDialog = lazy(async () => ({ default: (await import('./camera-dialog.tsx')).CameraDialog }));

/** The Film and Photograph buttons. Only desktops show them, because their file pickers do not offer the camera. */
export function CameraButtons(props: Pick<CameraDialogProps, 'draftKey' | 'onTaken' | 'onFilmed'>) {
  const [kind, setKind] = useState<'film' | 'picture' | null>(null);
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') return null;
  return (
    <>
      <Button icon="film" className="hidden! pointer-fine:inline-flex!" onClick={() => setKind('film')}>
        {TEXTS.film}
      </Button>
      <Button icon="camera" className="hidden! pointer-fine:inline-flex!" onClick={() => setKind('picture')}>
        {TEXTS.photograph}
      </Button>
      {kind && (
        <DialogBoundary onClose={() => setKind(null)}>
          <Suspense fallback={null}>
            <CameraDialog {...props} kind={kind} onClose={() => setKind(null)} />
          </Suspense>
        </DialogBoundary>
      )}
    </>
  );
}
