import './db/young-generation.ts';

/**
 * Entry point of `npm start` and the container. A static import would load the server's code before anything runs, and
 * loading it already enlarges the young generation.
 */
await import('./start-server.ts');
