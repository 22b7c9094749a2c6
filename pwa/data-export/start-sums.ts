import type { Sums } from '../../api/contract/export/sums.ts';

export interface SumsWorker {
  /** @throws Error if the file cannot be read, or the worker cannot start */
  of: (blob: Blob) => Promise<Sums>;
  end: () => void;
}

/** Starts a worker that computes sums of files. A blob is passed by reference, without copying. */
export function startSums(): SumsWorker {
  const worker = new Worker(new URL('./sums.worker.ts', import.meta.url), { type: 'module', name: 'longline-sums' });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker of the export stopped')));
  });
  failed.catch(() => undefined);
  return {
    of(blob) {
      const { port1, port2 } = new MessageChannel();
      const answered = new Promise<Sums>((resolve, reject) => {
        port1.addEventListener('message', ({ data }: MessageEvent<Sums | null>) => {
          port1.close();
          if (data) resolve(data);
          else reject(new Error('A file of the export cannot be read'));
        });
        port1.start();
      });
      worker.postMessage(blob, [port2]);
      return Promise.race([answered, failed]);
    },
    end: () => worker.terminate(),
  };
}
