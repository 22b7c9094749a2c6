import type { Letter } from './letter.ts';

/** The code that a person enters to sign in. @param site the host where it is entered */
export const signInCode = (code: string, site: string): Letter => ({
  subject: `${code} is your Longline sign-in code`,
  text: [
    `Your sign-in code for Longline: ${code}`,
    `Enter it on ${site} within ten minutes. It works once.`,
    "If you didn't request it, ignore this email: no one can sign in without the code.",
  ].join('\n\n'),
  html: [
    '<p>Your sign-in code for Longline:</p>',
    `<p style="font-size:28px;font-weight:bold;letter-spacing:4px">${code}</p>`,
    `<p>Enter it on ${site} within ten minutes. It works once.</p>`,
    "<p>If you didn't request it, ignore this email: no one can sign in without the code.</p>",
  ].join('\n'),
  line: (address) => `Sign-in code for ${address}: ${code}  (valid ten minutes)`,
});
