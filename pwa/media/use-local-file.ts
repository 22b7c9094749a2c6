import { useEffect, useState } from 'react';
import { usePorts } from '../sync/sync-provider.tsx';

/**
 * Object URL of a file on this device; revoked when the component unmounts.
 * @returns undefined while loading, null if the file is not on this device
 */
export function useLocalFile(fileName: string | null, type: string): string | null | undefined {
  const ports = usePorts();
  const [found, setFound] = useState<{ fileName: string; address: string | null } | null>(null);

  useEffect(() => {
    if (!fileName) return;
    let left = false;
    let address: string | null = null;
    async function open(name: string) {
      const blob = await (await ports.files.open(name))?.blob(type);
      if (left) return;
      address = blob ? URL.createObjectURL(blob) : null;
      setFound({ fileName: name, address });
    }
    open(fileName).catch(() => !left && setFound({ fileName, address: null }));
    return () => {
      left = true;
      if (address) URL.revokeObjectURL(address);
      // Don't show the revoked URL when the same file is shown again.
      setFound(null);
    };
  }, [ports, fileName, type]);

  if (!fileName) return null;
  return found?.fileName === fileName ? found.address : undefined;
}
