import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Opens the path of a tapped notification without a reload, so typed text and uploads continue. */
export function useOpenFromNotification(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const hear = ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
      if (data?.type === 'OPEN' && typeof data.path === 'string') void navigate(data.path);
    };
    workers?.addEventListener('message', hear);
    return () => workers?.removeEventListener('message', hear);
  }, [navigate]);
}
