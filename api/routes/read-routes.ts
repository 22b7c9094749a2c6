import { Hono } from 'hono';
import { reportReads } from '../reports/report-reads.ts';
import type { AppEnv, Services } from '../services.ts';
import { blockReads } from './block-reads.ts';
import { commentReads } from './comment-reads.ts';
import { cueReads } from './cue-reads.ts';
import { dogReads } from './dog-reads.ts';
import { friendshipReads } from './friendship-reads.ts';
import { peopleReads } from './people-reads.ts';
import { planReads } from './plan-reads.ts';
import { programReads } from './program-reads.ts';
import { setReads } from './set-reads.ts';
import { trialReads } from './trial-reads.ts';
import { videoReads } from './video-reads.ts';

/** Every GET of a resource. */
export const readRoutes = (services: Services) =>
  new Hono<AppEnv>()
    .route('/', dogReads(services))
    .route('/', videoReads(services))
    .route('/', commentReads(services))
    .route('/', setReads(services))
    .route('/', friendshipReads(services))
    .route('/', blockReads(services))
    .route('/', reportReads(services))
    .route('/', peopleReads(services))
    .route('/', cueReads(services))
    .route('/', programReads(services))
    .route('/', planReads(services))
    .route('/', trialReads(services));
