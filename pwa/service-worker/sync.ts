/**
 * Where Background Sync joins the service worker: the engine registers its `sync`
 * listener here, and nothing else of it lives in the worker's entry file.
 */
export function listenForSync(_scope: ServiceWorkerGlobalScope): void {}
