import { NEW_VIDEO, SharedVideo, VideoAnswer } from '../../api/contract/entities/video.ts';
import { withDefaults } from './with-defaults.ts';

/** A session that the server shows to its owner and partners. */
export const SessionAnswer = withDefaults(VideoAnswer, NEW_VIDEO);

/** A session that the server shows by its public link. */
export const SharedSessionAnswer = withDefaults(SharedVideo, { ...NEW_VIDEO, results: [] });
