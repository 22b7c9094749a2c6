import { FORMS } from './mistakes/forms.ts';
import { LEAVING } from './mistakes/leaving.ts';
import { MEDIA } from './mistakes/media.ts';
import { MERGING } from './mistakes/merging.ts';
import { QUEUEING } from './mistakes/queueing.ts';
import { READING } from './mistakes/reading.ts';
import { RECOVERY } from './mistakes/recovery.ts';
import { RESTORES } from './mistakes/restores.ts';
import { SENDING } from './mistakes/sending.ts';
import { SERVER } from './mistakes/server.ts';
import { STATUS } from './mistakes/status.ts';
import type { PlantedMistake } from './planted-mistake.ts';

export const PLANTED_MISTAKES: readonly PlantedMistake[] = [
  ...READING,
  ...SENDING,
  ...QUEUEING,
  ...MERGING,
  ...RESTORES,
  ...MEDIA,
  ...RECOVERY,
  ...LEAVING,
  ...FORMS,
  ...STATUS,
  ...SERVER,
];
