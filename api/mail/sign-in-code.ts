import type { Letter } from './letter.ts';

/**
 * The code that a person enters to sign in.
 * @param wrongCodes number of wrong codes typed for this address since its last sign-in
 * @param site the host where the code is entered
 */
export function signInCode(code: string, wrongCodes: number, site: string): Letter {
  // Long codes are easier to read and type in groups; the page ignores the spaces.
  const shown = code.length > 6 ? code.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : code;
  const typed = `${wrongCodes} wrong ${wrongCodes === 1 ? 'code was' : 'codes were'} typed`;
  const notes = [
    ...(wrongCodes > 0
      ? [`${typed} for this address since the last sign-in. If that wasn't you, someone else tried to sign in as you.`]
      : []),
    ...(code.length > 6 ? ['This code is longer than usual, because too many wrong codes were typed.'] : []),
    "If you didn't request it, ignore this email: no one can sign in without the code.",
  ];
  return {
    subject: `${shown} is your Longline sign-in code`,
    text: [`Your sign-in code for Longline: ${shown}`, `Enter it on ${site} within ten minutes. It works once.`, ...notes].join('\n\n'),
    html: [
      '<p>Your sign-in code for Longline:</p>',
      `<p style="font-size:28px;font-weight:bold;letter-spacing:4px">${shown}</p>`,
      `<p>Enter it on ${site} within ten minutes. It works once.</p>`,
      ...notes.map((note) => `<p>${note}</p>`),
    ].join('\n'),
    line: (address) =>
      `Sign-in code for ${address}: ${shown}  (valid ten minutes${wrongCodes > 0 ? `; ${typed} since the last sign-in` : ''})`,
  };
}
