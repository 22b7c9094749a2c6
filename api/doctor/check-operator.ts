import { isLoopback } from '../auth/loopback.ts';
import type { Env } from '../env.ts';

/** People must know whom to write to, as soon as others than the operator can reach the server. */
export const checkOperator = ({ operator, publicUrl }: Pick<Env, 'operator' | 'publicUrl'>): string[] =>
  operator || isLoopback(new URL(publicUrl).hostname)
    ? []
    : ['The privacy page names no one to write to. Set OPERATOR_NAME and CONTACT_EMAIL.'];
