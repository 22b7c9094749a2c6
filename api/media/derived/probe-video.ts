import * as z from 'zod/mini';
import { DURATION_MAX_SECONDS } from '../../contract/limits.ts';
import type { HdrTransfer } from '../../contract/tone-map.ts';
import { type Ffmpeg, inputOf } from '../ports/ffmpeg.ts';
import { type Bounds, runBounded } from '../ports/run-bounded.ts';
import { hdrTransferOf } from './tone-map.ts';

export interface ProbedVideo {
  durationSeconds: number | null;
  /** Null when there is no such track. */
  video: { codec: string; pixels: string; hdr: HdrTransfer | null } | null;
  audio: { codec: string } | null;
}

const Probed = z.object({
  streams: z.array(
    z.object({
      codec_type: z.optional(z.string()),
      codec_name: z.optional(z.string()),
      pix_fmt: z.optional(z.string()),
      color_transfer: z.optional(z.string()),
      disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
    }),
  ),
  format: z.object({ duration: z.optional(z.string()) }),
});

/** The duration and tracks of a video. @throws ProgramFailed when it cannot be read */
export async function probeVideo({ ffprobe }: Ffmpeg, file: string, mediaType: string, bounds: Bounds): Promise<ProbedVideo> {
  const shown = 'format=duration:stream=codec_type,codec_name,pix_fmt,color_transfer:stream_disposition=attached_pic';
  const said = await runBounded(ffprobe, ['-v', 'error', '-of', 'json', '-show_entries', shown, ...inputOf(file, mediaType)], bounds);
  const { streams, format } = Probed.parse(JSON.parse(said));
  const video = streams.find(({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic);
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  const duration = Number(format.duration ?? Number.NaN);
  return {
    durationSeconds: duration > 0 && duration <= DURATION_MAX_SECONDS ? duration : null,
    video: video ? { codec: video.codec_name ?? '', pixels: video.pix_fmt ?? '', hdr: hdrTransferOf(video.color_transfer) } : null,
    audio: audio ? { codec: audio.codec_name ?? '' } : null,
  };
}
