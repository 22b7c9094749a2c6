import { useEffect, useState } from 'react';
import { usePorts } from '../sync/sync-provider.tsx';

/**
 * Address of a file on this device while the component is shown; revoked afterwards.
 * @returns undefined while looking, null when it is not here
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
      // An address that was revoked must not be shown again when the same file is.
      setFound(null);
    };
  }, [ports, fileName, type]);

  if (!fileName) return null;
  return found?.fileName === fileName ? found.address : undefined;
}
